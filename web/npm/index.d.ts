/** The state of a board as plain data. */
export interface QinState {
  game: "qin" | "khan-tsin";
  /** The position as one line of text. */
  position: string;
  /** The whole game as a record. */
  record: string;
  /** The number of the player on turn, from 1. */
  mover: number;
  /** The legal moves. */
  moves: string[];
  /** The moves so far. */
  turns: string[];
  winners: number[] | null;
  refused: QinRefusal | null;
}

export interface QinRefusal {
  move: string;
  reason: string;
  squares: string[];
  /** The reason for the refusal, in the reader's language. */
  words: string;
}

export interface QinEvents {
  "qin-ready": CustomEvent<{ position: string }>;
  "qin-move": CustomEvent<{
    move: string;
    player: number;
    events: string[];
    position: string;
    /** In lessons and puzzles: how the move was graded; `shown` for a move of a solution that the user asked for. */
    result?: "correct" | "wrong" | "shown";
  }>;
  "qin-refused": CustomEvent<QinRefusal>;
  "qin-goal": CustomEvent<{ lesson: string; move: string }>;
  "qin-end": CustomEvent<{ winners: number[] }>;
  "qin-error": CustomEvent<{
    reason: "attributes" | "policy" | "sandbox" | "trusted-types" | "unreachable" | "failed";
    words: string;
    faults: string[];
  }>;
}

export interface QinAttributes {
  game?: "qin" | "khan-tsin";
  position?: string;
  record?: string;
  lesson?: string;
  puzzle?: string | number;
  board?: "bird" | "lion";
  map?: string;
  players?: string;
  move?: "nobody" | "anybody" | "computer";
  level?: string | number;
  at?: "first" | "last" | number | string;
  autoplay?: boolean | string;
  language?: "en" | "fr" | "de" | "nl";
  theme?: "auto" | "light" | "dark";
  coordinates?: boolean | string;
  size?: string | number;
  start?: "visible";
}

export interface QinBoardElement extends HTMLElement {
  game: string;
  /** The current position; setting it sets the attribute. */
  position: string;
  record: string;
  lesson: string;
  puzzle: string;
  board: string;
  map: string;
  players: string;
  move: string;
  level: string;
  at: string;
  autoplay: string;
  language: string;
  theme: string;
  coordinates: string;
  size: string;
  start: string;
  play(move: string): Promise<QinState>;
  undo(): Promise<QinState>;
  state(): Promise<QinState>;
  setPosition(line: string): Promise<QinState>;
  addEventListener<K extends keyof QinEvents>(
    type: K,
    listener: (this: QinBoardElement, event: QinEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Define the element, once; give the address of qin-embed.js. */
export function loadBoards(
  script: string,
  options?: { integrity?: string; nonce?: string },
): Promise<CustomElementConstructor>;

declare global {
  interface HTMLElementTagNameMap {
    "qin-board": QinBoardElement;
  }
}
