import { afterEach, beforeEach, vi } from 'vitest';

/** The notes that a pretend browser played, in hertz. */
export const played: number[] = [];

const stateListeners: (() => void)[] = [];
// A page has one AudioContext for good, and test files share their modules: all of them play on this one.
const speaker = {
  state: 'suspended',
  currentTime: 0,
  destination: {},
  addEventListener: (_: string, listener: () => void) => stateListeners.push(listener),
  resume: async () => turnSound('running'),
  createOscillator: () => {
    const frequency = { value: 0 };
    return { frequency, connect: (next: unknown) => next, start: () => played.push(frequency.value), stop: () => {} };
  },
  createGain: () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: (next: unknown) => next,
  }),
};

/** As a browser does that lets a page sound, or waits for a touch. */
export const turnSound = (state: AudioContextState): void => {
  speaker.state = state;
  for (const listener of stateListeners) listener();
};

/** Every test of the file has a browser that can play sounds; `played` begins empty. */
export const withSound = (): void => {
  beforeEach(() => {
    played.length = 0;
    vi.stubGlobal('AudioContext', function AudioContext() {
      return speaker;
    });
  });
  afterEach(() => vi.unstubAllGlobals());
};
