// The style sheet of an embedded board before it is live. The engine sends that of the live board.
import { styleSheet } from "../dom/elements.js";

export const shell = styleSheet(`
:host { display: block; max-width: 100%; }
:host([hidden]) { display: none; }
:host([fit]) :is(.frame, .qin-root, #play) { height: 100%; }
.qin-root { all: initial; display: block; position: relative; direction: ltr; color-scheme: light; }
.qin-root[data-theme="dark"] { color-scheme: dark; }
[hidden] { display: none !important; }
#wait { font: calc(var(--qin-text, 16px))/1.4 var(--qin-font, system-ui, sans-serif); color: var(--qin-ink, CanvasText); padding: 8px 0; text-align: center; overflow-wrap: anywhere; }
#wait:focus { outline: none; }
/* Hidden, not removed: after a start by keyboard, the focus continues from here. */
.frame:not(.idle) #wait { position: absolute; width: 0; height: 0; padding: 0; overflow: hidden; }
#wait p { margin: 0 0 8px; }
#wait ul { display: inline-block; max-width: 100%; box-sizing: border-box; margin: 0; padding-left: 1.2em; text-align: left; }
#wait button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 0 16px; border: 0; border-radius: 10px; cursor: pointer;
  background: var(--qin-accent, light-dark(#a83228, #d9a441)); color: var(--qin-on-accent, light-dark(#fff, #1d1b18));
}
#wait progress { display: block; width: 10em; margin: auto; accent-color: var(--qin-accent, light-dark(#a83228, #d9a441)); }
@media print { #wait { display: none !important; } }
.strut { display: block; width: var(--qin-size, calc(36 * var(--qin-text, 16px))); max-width: 100%; height: 0; }
.picture { max-width: var(--qin-size, calc(36 * var(--qin-text, 16px))); margin: calc(var(--above, 0) * var(--qin-text, 16px)) auto 0; }
.picture ::slotted(:is(img, svg, picture)) { display: block; width: 100%; height: auto; }
:host([beside]) .picture { max-width: none; margin: 0; }
:host([beside]) .idle #wait { min-height: 0; }
.picture img { display: block; width: 100%; height: 100%; }
.ours .picture { aspect-ratio: var(--ratio, 1); border-radius: 12px; background: color-mix(in srgb, currentColor 7%, transparent); }
/* The last line of text, at the same place before and after: where the board stands in a line, nothing moves. */
.frame::after { content: "\\200b"; display: block; height: 0; font: 0/0 sans-serif; }
.waits { cursor: pointer; }
.idle #wait { box-sizing: border-box; min-height: calc(var(--below, 0) * var(--qin-text, 16px)); }
:host([fit]) .idle { display: flex; flex-direction: column; }
:host([fit]) .idle .picture { flex: 0 1 auto; width: 100%; min-height: 0; overflow: hidden; margin-top: 0; }
:host([fit]) .idle .qin-root { height: auto; }
@media (min-width: 60rem), (orientation: landscape) and (max-height: 30rem) {
  :host([beside]) .idle { display: grid; grid-template-columns: minmax(0, 1fr) var(--qin-side, 17rem); column-gap: var(--qin-gap, 1.2rem); }
  :host([beside]) .idle > :not(.picture, .qin-root) { grid-column: 1 / -1; }
  :host([beside]) .idle > .qin-root { padding-top: var(--qin-words, 0px); }
}
@media print { .picture { margin-top: 0; } }`);
