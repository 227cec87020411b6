// Generated from web/engine/protocol.py by `python -m web.build.protocol`; do not edit.
/** A button, a square or a field was used. */
export interface Act {
  type: "Act";
  action: string;
  value?: string;
}
/** A key was pressed, on a square of the keyboard board or elsewhere. */
export interface Key {
  type: "Key";
  key: string;
  cell?: string;
  shift?: boolean;
  control?: boolean;
}
/** The address changed: query and fragment. */
export interface Navigated {
  type: "Navigated";
  search: string;
  fragment: string;
}
/** A file was chosen for an action; an unreadable one is empty. */
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
/** A newer version of the site uses the database; this page can't. */
export interface StoreOutdated {
  type: "StoreOutdated";
}
/** The answer to `StoreExport`: every stored text, or those of this page where the database can't be read. */
export interface StoreExported {
  type: "StoreExported";
  texts: Record<string, string>;
  complete?: boolean;
}
/** The answer to `StoreMerge`: the keys that were written, or None where there was no room. */
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
/** The page was left alone for a while after the start. */
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
/** Options of an embedded board changed that leave its game alone. */
export interface SetOptions {
  type: "SetOptions";
  attributes: Record<string, string>;
}
/** A timer: the computer's move is due. */
export interface AiPauseOver {
  type: "AiPauseOver";
  task: number;
}
/** A timer: the replay goes on from this turn. */
export interface ReplayTick {
  type: "ReplayTick";
  ply: number;
}
/** A timer: the result of a finished game is shown. */
export interface ResultDue {
  type: "ResultDue";
  game: string;
}
/** A timer: the demonstration behind the greeting goes on from this turn. */
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
  still?: boolean;
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
/** Tell tests where the computer players think; `AnswerCall` answers. */
export interface Inspect {
  type: "Inspect";
}
export type Timer =
  | AiPauseOver
  | ReplayTick
  | ResultDue
  | DemoTick;
export type Message =
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
  | StoreOutdated
  | StoreExported
  | StoreMerged
  | TabLockAcquired
  | TabLockTaken
  | PageIdle
  | Call
  | SetOptions
  | AiPauseOver
  | ReplayTick
  | ResultDue
  | DemoTick;
export type Opening =
  | OpenPage
  | OpenBoard;
export type Request =
  | OpenPage
  | OpenBoard
  | DrawMore
  | DrawAll
  | Close
  | Inspect;
/** A message or request with its recipient. */
export interface Envelope {
  to: string;
  message: Message | Request;
  session: number | null;
  later: boolean;
}
/** The values of each effect, by its name. */
export interface Effects {
  /** Store a text under a key, or delete it (None). */
  StorePut: [key: string, text: string | null];
  /** Set some names of a stored JSON object, whatever other tabs have set. */
  StoreUpdate: [key: string, values: Record<string, unknown>];
  /** Add texts to a stored list, whatever other tabs have added to it. */
  StoreAppend: [key: string, texts: string[]];
  /** Look up keys by prefix, the greatest first, with the texts of the first ones; `StoreFound` answers. */
  StoreQuery: [prefix: string, limit: number];
  /** Read everything that is stored; `StoreExported` answers. */
  StoreExport: [];
  /** Add texts to the store; where two differ, both stay. `StoreMerged` answers. */
  StoreMerge: [texts: Record<string, string>];
  /** Move an unreadable value to a key of its own, where it can be looked at. */
  Quarantine: [key: string];
  /** Save the value under a key as a file, whatever it is. */
  DownloadStored: [name: string, key: string];
  /** Run the computer players of a game in this tab: as soon as no other tab does, or (`now`) at once. */
  AcquireTabLock: [game: string, now: boolean];
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
  /** Offer a text and an address to the share sheet of a touch screen, elsewhere copy what is to be pasted. `Copied` answers, except after a cancelled share sheet. */
  SendLink: [text: string, address: string, copied: string];
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
  /** Focus a square of the keyboard board. */
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
/** The whole of a page or a board, besides its parts. */
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
/** A turn that was taken or undone. The new picture is shown already; elements in it are named by CSS selectors. */
export interface TurnAnimation {
  player: number;
  piece?: string;
  squares?: string[];
  source?: string;
  height?: number;
  pulses?: string[];
  gains?: Marker[];
  losses?: Marker[];
  walks?: string;
  sounds?: string[];
  scores?: Record<string, number>;
  drawn?: string;
  drawn_from?: string;
  by_hand?: boolean;
  undone?: boolean;
  sweeps?: boolean;
  your_turn?: boolean;
  won?: string[];
  celebrate?: boolean;
}
/** The changes since the last reply. */
export interface Reply {
  to: string;
  session?: number;
  reply?: boolean;
  parts?: Record<string, string>;
  appearance?: Appearance;
  animations?: TurnAnimation[];
  effects?: Effect[];
  more?: boolean;
  error?: string;
}
/** How two texts under one key become one. */
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
export const MERGE_RULES: Record<string, MergeRule>;
