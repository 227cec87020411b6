// Synthesised sounds: wood, plucked strings, a drum and a gong; short, dry, never shrill.

const LOUDNESS = { off: 0, low: 0.25, medium: 0.55, high: 1 };
/** A pentatonic scale on D, in hertz. */
const [D, E, A, B, HIGH_D, HIGH_E, HIGH_A] = [293.66, 329.63, 440, 493.88, 587.33, 659.26, 880];

/** The partials of a gong: multiples of its pitch, with their volumes. */
const PARTIALS = [
  { part: 1, share: 1 },
  { part: 2.76, share: 0.5 },
  { part: 5.4, share: 0.2 },
];

/** Milliseconds until the first sound. */
const FIRST = 100;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let master = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Play a tone that fades out. @param {number} pitch @param {number} start @param {number} length @param {number} loud @param {OscillatorType} [type] */
function tone(pitch, start, length, loud, type = "sine") {
  if (!context || !master) return;
  const voice = context.createOscillator();
  const volume = context.createGain();
  const at = context.currentTime + start;
  voice.type = type;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(master);
  voice.start(at);
  voice.stop(at + length);
}

/** Play wood on wood: a short dull noise over a thump. @param {number} pitch @param {number} [start] @param {number} [loud] */
function knock(pitch, start = 0, loud = 0.5) {
  if (!context || !master) return;
  noise ??= whiteNoise(context);
  const breath = context.createBufferSource();
  const dull = context.createBiquadFilter();
  const volume = context.createGain();
  const at = context.currentTime + start;
  breath.buffer = noise;
  dull.type = "lowpass";
  dull.frequency.value = 1600;
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.035);
  breath.connect(dull).connect(volume).connect(master);
  breath.start(at);
  breath.stop(at + 0.05);
  tone(pitch, start, 0.09, loud * 0.9, "triangle");
}

/** @param {BaseAudioContext} audio */
function whiteNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = 2 * Math.random() - 1));
  return buffer;
}

/** @param {number[]} pitches @param {number} step */
const pluck = (pitches, step) =>
  pitches.forEach((pitch, at) => {
    tone(pitch, at * step, 0.42, 0.22, "triangle");
    tone(2 * pitch, at * step, 0.2, 0.05);
  });

/** @param {number} start @param {number} loud */
function gong(start, loud) {
  for (const { part, share } of PARTIALS) tone(110 * part, start, 0.9, loud * share);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  "tile-r": () => knock(180),
  "tile-y": () => knock(202),
  "tile-b": () => knock(227),
  baron: () => knock(160, 0, 0.4),
  lift: () => knock(260, 0, 0.2),
  found: () => pluck([D, A], 0.09),
  major: () => pluck([D, A, HIGH_D], 0.09),
  conquer: () => {
    tone(70, 0, 0.25, 0.6);
    gong(0.12, 0.16);
  },
  loss: () => pluck([A, E, D], 0.11),
  refusal: () => knock(110, 0, 0.3),
  turn: () => tone(HIGH_A, 0, 0.3, 0.07, "triangle"),
  win: () => {
    pluck([D, E, A, B, HIGH_D, HIGH_E, HIGH_A], 0.11);
    gong(0.8, 0.22);
  },
};

/**
 * Play a sound; silent before the first gesture, and in a browser without audio.
 * @param {string} name
 * @param {string} [volume]
 * @param {number} [delay] in milliseconds
 */
export function sound(name, volume = "medium", delay = 0) {
  const loud = LOUDNESS[/** @type {keyof typeof LOUDNESS} */ (volume)] ?? 0;
  if (!loud || !globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  // The first sound creates the audio context, which is slow: the click that caused it is drawn first.
  if (delay || !context) {
    setTimeout(() => {
      context ??= new AudioContext();
      sound(name, volume);
    }, delay || FIRST);
    return;
  }
  master ??= new GainNode(context);
  master.connect(context.destination);
  master.gain.value = loud;
  SOUNDS[name]?.();
}
