// Generated from web/engine/protocol.py by `python -m web.build.protocol`; do not edit.
/** A button, a square or a field was used. */
export interface Act {
  type: "Act";
  action: string;
  value?: string;
}
/** A key was pressed, on a square of the keyboard grid or elsewhere. */
export interface Key {
  type: "Key";
  key: string;
  square?: string;
  shift?: boolean;
  ctrl?: boolean;
}
/** The page's address changed: its query and fragment. */
export interface Navigated {
  type: "Navigated";
  search: string;
  fragment: string;
}
/** A file was chosen for an action; the text is empty if it can't be read. */
export interface FileChosen {
  type: "FileChosen";
  action: string;
  text: string;
}
/** The answer to `Copy`, `CopyPng`, `SendLink` and a failed `Share`. */
export interface Copied {
  type: "Copied";
  ok: boolean;
  shared?: boolean;
}
/** The answer to `DrawQr`: the outline of the dark squares, a space, and the code's width; empty after a failure. */
export interface QrDrawn {
  type: "QrDrawn";
  path: string;
}
/** The answer to `StoreQuery`. */
export interface StoreFound {
  type: "StoreFound";
  prefix: string;
  texts: Record<string, string>;
  keys: string[];
  quarantined?: string[];
}
/** Another tab stored a text, or deleted it (None). */
export interface StoreChanged {
  type: "StoreChanged";
  key: string;
  text: string | null;
}
/** A text could not be stored. */
export interface StoreFailed {
  type: "StoreFailed";
  key: string;
}
/** A game was not stored, because another tab had stored another turn of it first. */
export interface StoreConflict {
  type: "StoreConflict";
  key: string;
  text: string;
}
/** The texts that `OpenPage` lacked because the database opened late. */
export interface StoreLoaded {
  type: "StoreLoaded";
  texts: Record<string, string>;
  quarantined?: string[];
  newest?: string;
}
/** A newer version of the site has upgraded the database, and this page can no longer use it. */
export interface PageOutdated {
  type: "PageOutdated";
}
/** The answer to `StoreExport`: every stored text, or those of this page where the database can't be read. */
export interface StoreExported {
  type: "StoreExported";
  texts: Record<string, string>;
  complete?: boolean;
}
/** The answer to `StoreMerge`: the keys that were written, or None if the storage is full. */
export interface StoreMerged {
  type: "StoreMerged";
  keys: string[] | null;
  texts?: Record<string, string>;
}
/** This tab now runs the computer players of a game. */
export interface TabLockAcquired {
  type: "TabLockAcquired";
  game: string;
}
/** Another tab runs the computer players of a game. */
export interface TabLockTaken {
  type: "TabLockTaken";
  game: string;
}
/** Some seconds have passed since the page started. */
export interface PageIdle {
  type: "PageIdle";
}
/** A script of the embedding page calls a method of its board; `AnswerCall` answers. */
export interface Call {
  type: "Call";
  number: number;
  method: "state" | "play" | "undo";
  value?: string;
}
/** Attributes of an embedded board changed that don't affect its game. */
export interface OptionsChanged {
  type: "OptionsChanged";
  attributes: Record<string, string>;
}
/** A timer: the computer's move is due. */
export interface AiPauseOver {
  type: "AiPauseOver";
  task: number;
}
/** A timer: show the turn of a replay after this one. */
export interface ReplayTick {
  type: "ReplayTick";
  ply: number;
}
/** A timer: show the result of a finished game. */
export interface ResultDue {
  type: "ResultDue";
  game: string;
}
/** A timer: show the turn of the welcome page's demonstration after this one. */
export interface DemoTick {
  type: "DemoTick";
  ply: number;
}
/** Open the app of a page: the game or the editor. */
export interface OpenPage {
  type: "OpenPage";
  app: "game" | "editor";
  search: string;
  fragment: string;
  address: string;
  site: string;
  languages: string[];
  seed: number;
  texts: Record<string, string>;
  quarantined?: string[];
  newest?: string;
  reduced_motion?: boolean;
}
/** Open an embedded board. */
export interface OpenBoard {
  type: "OpenBoard";
  attributes: Record<string, string>;
  seed: number;
}
/** Draw the next group of parts. */
export interface DrawMore {
  type: "DrawMore";
}
/** Draw everything again. */
export interface DrawAll {
  type: "DrawAll";
}
/** Close an app. */
export interface Close {
  type: "Close";
}
/** Ask, for tests, where the computer players run; `AnswerCall` answers. */
export interface Inspect {
  type: "Inspect";
}
export type Timer =
  | AiPauseOver
  | ReplayTick
  | ResultDue
  | DemoTick;
export type Message =
  | Timer
  | Act
  | Key
  | Navigated
  | FileChosen
  | Copied
  | QrDrawn
  | StoreFound
  | StoreChanged
  | StoreFailed
  | StoreConflict
  | StoreLoaded
  | PageOutdated
  | StoreExported
  | StoreMerged
  | TabLockAcquired
  | TabLockTaken
  | PageIdle
  | Call
  | OptionsChanged;
export type OpenRequest =
  | OpenPage
  | OpenBoard;
export type Request =
  | OpenRequest
  | DrawMore
  | DrawAll
  | Close
  | Inspect;
export type AnyMessage =
  | Request
  | Message;
/** A message or request with its recipient. */
export interface Envelope {
  to: string;
  message: AnyMessage;
  generation?: number | null;
  later?: boolean;
}
/** The values of each effect, by its name. */
export interface Effects {
  /** Store a text under a key, or delete it (None). */
  StorePut: [key: string, text: string | null];
  /** Set some properties of a stored JSON object; those that other tabs have set stay. */
  StoreUpdate: [key: string, values: Record<string, unknown>];
  /** Add texts to a stored list; those that other tabs have added stay. */
  StoreAppend: [key: string, texts: string[]];
  /** Look up keys by prefix, the greatest first, with the texts of the first ones; `StoreFound` answers. */
  StoreQuery: [prefix: string, limit: number];
  /** Read everything that is stored; `StoreExported` answers. */
  StoreExport: [];
  /** Add texts to the store; where two differ, both are kept. `StoreMerged` answers. */
  StoreMerge: [texts: Record<string, string>];
  /** Move an unreadable value to a key of its own, so that it can still be downloaded. */
  Quarantine: [key: string];
  /** Save the value under a key as a file, whatever its type. */
  DownloadStored: [name: string, key: string];
  /** Run the computer players of a game in this tab: once no other tab does, or at once with `steal`. */
  AcquireTabLock: [game: string, steal: boolean];
  /** Send a message back after a number of milliseconds. */
  SetTimer: [milliseconds: number, message: Timer];
  /** Save a text as a file. */
  Download: [name: string, text: string, mime: string];
  /** Save an SVG as a PNG of its own size. */
  DownloadPng: [name: string, svg: string];
  /** Offer an SVG as a PNG to the system's share sheet, with a text; where there is none, save it. */
  SharePng: [name: string, svg: string, text: string];
  /** Copy a text; `Copied` answers. */
  Copy: [text: string];
  /** Copy an SVG as a PNG; `Copied` answers. */
  CopyPng: [svg: string];
  /** Offer a text and an address to the system's share sheet; `Copied` answers if that fails. */
  Share: [text: string, address: string];
  /** Offer a text and an address to the share sheet of a touch screen; elsewhere copy another text. `Copied` answers, except after a cancelled share sheet. */
  SendLink: [text: string, address: string, clipboard_text: string];
  /** Draw the QR code of a text; `QrDrawn` answers. */
  DrawQr: [text: string];
  /** Print the page. */
  Print: [];
  /** Show another address without loading it; `push` adds an entry to the history. */
  SetAddress: [address: string, push: boolean];
  /** Go back in the history. */
  GoBack: [];
  /** Load the page again. */
  Reload: [];
  /** Scroll to the board, on pages that are longer than the screen. */
  ScrollToBoard: [];
  /** Focus a square of the keyboard grid. */
  FocusSquare: [square: string];
  /** Play a sound. */
  PlaySound: [name: string];
  /** Dispatch an event on the element of an embedded board. */
  DispatchEvent: [name: string, detail: Record<string, unknown>];
  /** Answer a `Call`. */
  AnswerCall: [number: number, value: unknown, error: string];
}
export type Effect = { [N in keyof Effects]: [name: N, ...values: Effects[N]] }[keyof Effects];
export type EffectHandlers = { [N in keyof Effects]: (...values: Effects[N]) => unknown };
/** A marker of a player on the board: a CSS selector for its picture, and its owner. */
export type Marker = [selector: string, player: number];
/** What concerns a page or a board as a whole, beyond its parts. */
export interface Appearance {
  title?: string;
  language?: string;
  data?: Record<string, string>;
  dialog?: string;
  hover?: string;
  rotatable?: boolean;
  speed?: string;
  volume?: string;
  position?: string;
  problems?: string[];
}
/** A turn that was taken or undone. The new picture is already there; CSS selectors name elements of it. */
export interface TurnAnimation {
  player: number;
  piece?: string;
  squares?: string[];
  source?: string;
  height?: number;
  pulses?: string[];
  gains?: Marker[];
  losses?: Marker[];
  walker?: string;
  sounds?: string[];
  scores?: Record<string, number>;
  drawn_tile?: string;
  drawn_from?: string;
  by_hand?: boolean;
  undone?: boolean;
  sweeps?: boolean;
  caption?: string;
  your_turn?: boolean;
  winning_elements?: string[];
  celebrate?: boolean;
}
/** The changes since the last reply. */
export interface Reply {
  to: string;
  generation?: number;
  answers_message?: boolean;
  parts?: Record<string, string>;
  appearance?: Appearance;
  animations?: TurnAnimation[];
  effects?: Effect[];
  more?: boolean;
  error?: string;
}
/** How to merge two texts under one key. */
export type MergeRule = "union" | "furthest" | "names";
export const DATABASE: "qin";
export const DATABASE_VERSION: 1;
export const GAME_PREFIX: "qin.game.";
export const QUARANTINE_PREFIX: "qin.damaged.";
export const SITE_PREFIX: "qin.";
export const CURRENT_SUFFIX: ".current";
export const PREFERENCES_KEY: "qin.preferences";
export const RESULTS_KEY: "qin.results";
export const LESSONS_KEY: "qin.learnt";
export const PRACTICE_KEY: "qin.practice";
export const DRAFT_KEY: "qin.editor";
export const MAPS_KEY: "qin.maps";
export const MAX_STORED: 1000000;
export const MAX_FILE: 64000000;
export const FIRST_PUZZLE_DAY: "2026-11-01";
export const FRAME_PROTOCOL: 3;
export const MERGE_RULES: Record<string, MergeRule>;
