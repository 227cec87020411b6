// Sounds of our own, made in the page: short wooden knocks.

const PITCHES = { high: 330, low: 440 };
/** @type {AudioContext | null} */
let context = null;

/** Make one sound; a browser without sound stays silent. @param {"high" | "low"} name */
export function sound(name) {
  if (!globalThis.AudioContext) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(PITCHES[name], now);
  tone.frequency.exponentialRampToValueAtTime(PITCHES[name] / 2, now + 0.12);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.15);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.16);
}
