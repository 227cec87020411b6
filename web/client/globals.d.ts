/** The words that the build writes into the script of `<qin-board>`: language → key → text. */
declare const __WORDS__: Record<string, Record<string, string>>;

/** Width and height of the pictures, letters of the tasks, names of the lessons: one group for each size. */
declare const __LESSONS__: [width: number, height: number, letters: number, names: string][];

/** Game → what its puzzles are called before the number. */
declare const __GAMES__: Record<
  string,
  { puzzles: string; fields: number; pictures: Record<string, [width: number, height: number]> }
>;
declare const __SQUARE__: { size: number; margin: number; bare: number };

/** What is written by a policy, and what scripts are loaded by it. */
interface TrustPolicy {
  createHTML(text: string): unknown;
  createScriptURL(address: string): unknown;
}

/** What a page that demands trusted types asks before HTML is written or a script is loaded. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createHTML(text: string): string; createScriptURL(address: string): string },
      ): TrustPolicy;
    }
  | undefined;

/** What some browsers know about the way to the network. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}
