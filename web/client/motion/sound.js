// Synthesised sounds: wood, plucked strings, a drum and a gong; short, dry, never shrill. Pitches are in hertz, times in
// seconds.

const LOUDNESS = { off: 0, low: 0.25, medium: 0.55, high: 1 };

// A pentatonic scale.
const D = 293.66;
const E = 329.63;
const A = 440;
const B = 493.88;
const HIGH_D = 587.33;
const HIGH_E = 659.26;
const HIGH_A = 880;

const GONG = 110;
/** The partials of a gong: multiples of its pitch, with their volumes. */
const PARTIALS = [
  { multiple: 1, volume: 1 },
  { multiple: 2.76, volume: 0.5 },
  { multiple: 5.4, volume: 0.2 },
];

/** Milliseconds until the first sound: creating the audio context is slow, and the effect of the click is drawn first. */
const FIRST_DELAY = 100;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let master = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Play a tone that fades out. @param {number} pitch @param {number} delay @param {number} length @param {number} loudness @param {OscillatorType} [type] */
function tone(pitch, delay, length, loudness, type = "sine") {
  if (!context || !master) return;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + delay;
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(volume).connect(master);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** Play wood on wood: a short dull noise over a thump. @param {number} pitch @param {number} [loudness] */
function knock(pitch, loudness = 0.5) {
  if (!context || !master) return;
  noise ??= whiteNoise(context);
  const source = context.createBufferSource();
  const lowpass = context.createBiquadFilter();
  const volume = context.createGain();
  const start = context.currentTime;
  source.buffer = noise;
  lowpass.type = "lowpass";
  lowpass.frequency.value = 1600;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.035);
  source.connect(lowpass).connect(volume).connect(master);
  source.start(start);
  source.stop(start + 0.05);
  tone(pitch, 0, 0.09, loudness * 0.9, "triangle");
}

/** Create a tenth of a second of noise. @param {BaseAudioContext} audio */
function whiteNoise(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = 2 * Math.random() - 1));
  return buffer;
}

/** Pluck strings, each with its octave. @param {number[]} pitches @param {number} interval */
const pluck = (pitches, interval) =>
  pitches.forEach((pitch, index) => {
    tone(pitch, index * interval, 0.42, 0.22, "triangle");
    tone(2 * pitch, index * interval, 0.2, 0.05);
  });

/** @param {number} delay @param {number} loudness */
function gong(delay, loudness) {
  for (const { multiple, volume } of PARTIALS) tone(GONG * multiple, delay, 0.9, loudness * volume);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  "tile-r": () => knock(180),
  "tile-y": () => knock(202),
  "tile-b": () => knock(227),
  stack: () => knock(160, 0.4),
  lift: () => knock(260, 0.2),
  found: () => pluck([D, A], 0.09),
  major: () => pluck([D, A, HIGH_D], 0.09),
  conquer: () => {
    tone(70, 0, 0.25, 0.6);
    gong(0.12, 0.16);
  },
  loss: () => pluck([A, E, D], 0.11),
  refusal: () => knock(110, 0.3),
  turn: () => tone(HIGH_A, 0, 0.3, 0.07, "triangle"),
  win: () => {
    pluck([D, E, A, B, HIGH_D, HIGH_E, HIGH_A], 0.11);
    gong(0.8, 0.22);
  },
};

/**
 * Play a sound. Before the first user gesture, and in browsers without audio, nothing is heard.
 * @param {string} name
 * @param {string} [volume]
 * @param {number} [delay] in milliseconds
 */
export function sound(name, volume = "medium", delay = 0) {
  const loudness = LOUDNESS[/** @type {keyof typeof LOUDNESS} */ (volume)] ?? 0;
  if (!loudness || !globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  if (delay || !context) {
    setTimeout(() => {
      context ??= new AudioContext();
      sound(name, volume);
    }, delay || FIRST_DELAY);
    return;
  }
  master ??= new GainNode(context);
  master.connect(context.destination);
  master.gain.value = loudness;
  SOUNDS[name]?.();
}
