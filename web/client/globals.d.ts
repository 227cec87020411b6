/** The words that the build writes into the script of `<qin-board>`: language → key → text. */
declare const __WORDS__: Record<string, Record<string, string>>;

/** The space that lessons need: the size of the picture, the letters of text and task, and the names of the lessons. */
declare const __LESSONS__: [width: number, height: number, text: number, task: number, names: string][];

/** By game: the prefix of its puzzles' names, the number of fields in its position lines, the sizes of its pictures. */
declare const __GAMES__: Record<
  string,
  { puzzles: string; fields: number; pictures: Record<string, [width: number, height: number]> }
>;
/** The size of a square, and the sum of a picture's margins with coordinates and without. */
declare const __SQUARE__: { size: number; margin: number; bare: number };

/** A trusted-types policy. */
interface TrustPolicy {
  createHTML(text: string): unknown;
  createScriptURL(url: string): unknown;
}

/** The trusted-types API. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML(text: string): string; createScriptURL?(url: string): string },
      ): TrustPolicy;
    }
  | undefined;

/** The network information API. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

/** Values that the build writes into the scripts of the start: see web/build/site.py. */
declare const __SETTINGS__: import("./boot/downloads.js").Settings;
declare const __DECODER__: string;

/** The files inside the single-file page. */
declare var qinFiles:
  | {
      base: string;
      open(name: string): Promise<Response>;
      read(name: string): Uint8Array<ArrayBuffer>;
      load(name: string): Promise<any>;
    }
  | undefined;
/** The interpreter. */
declare var qinPython: Promise<any>;
/** Resolves when PyScript has started. */
declare var qinPyScript: Promise<unknown>;
/** Wait for PyScript and tell whether it can start workers. */
declare var qinWorkers: () => Promise<boolean>;

/** The app of this page, for tests and for the console. Closed and opened again, it starts as after a reload. */
declare var qinPage: {
  /** Whether a message, an effect or an animation is outstanding. */
  readonly busy: boolean;
  /** Send a message to the engine and return its answer. */
  ask(message: import("./protocol.js").Message | import("./protocol.js").Request): import("./protocol.js").Reply;
  /** The engine itself, for boards inside this page. */
  engine(envelope: import("./protocol.js").Envelope): import("./protocol.js").Reply;
  /** Run an action as a button does. */
  act(action: string, value: string): void;
  open(): Promise<void>;
  close(): Promise<void>;
};
/** Takes replies to the boards inside this page, where there are any. */
declare var qinBoards: ((reply: import("./protocol.js").Reply) => void) | undefined;
