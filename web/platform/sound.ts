import { useState, useSyncExternalStore } from 'react';
import type { EventType } from '#contract/events.ts';
import type { Announcement } from './event-order.ts';
import { openRinger } from './ringer.ts';
import { useStored } from './storage.ts';

const MUTED_KEY = 'comanda_muted';
const CHIME_S = 0.7;
/** Hertz and second of each note. */
export type Notes = readonly (readonly [number, number])[];
/** A fourth upwards. */
const ARRIVED: Notes = [
  [659.25, 0],
  [880, 0.14],
];
/** Low, a fifth down and down again: not to be taken for the other one in a loud kitchen. */
const CANCELLED: Notes = [
  [440, 0],
  [293.66, 0.16],
  [220, 0.32],
];

type SoundState = 'on' | 'blocked' | 'missing';

let context: AudioContext | undefined;
let freeAt = 0;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

const openContext = (): AudioContext | undefined => {
  if (context || typeof AudioContext === 'undefined') return context;
  context = new AudioContext();
  context.addEventListener('statechange', tell);
  return context;
};

const stateOf = (): SoundState => {
  const audio = openContext();
  if (!audio) return 'missing';
  return audio.state === 'running' ? 'on' : 'blocked';
};

const unlock = (): void => {
  void context?.resume().catch(() => {});
};

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  // Browsers let a page sound only after a touch; any touch will do, once the finger is lifted.
  document.addEventListener('pointerup', unlock);
  document.addEventListener('keydown', unlock);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('pointerup', unlock);
    document.removeEventListener('keydown', unlock);
  };
};

/** Two soft notes; a second call while they sound is heard after them. */
export const play = (notes: Notes): void => {
  const audio = openContext();
  if (audio?.state !== 'running') return;
  const start = Math.max(audio.currentTime, freeAt);
  freeAt = start + CHIME_S;
  for (const [frequency, delay] of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start + delay);
    volume.gain.linearRampToValueAtTime(0.25, start + delay + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + delay + CHIME_S - 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + delay);
    tone.stop(start + delay + CHIME_S - 0.15);
  }
};

interface Bell {
  /** Sounds for each new order, once; orders that were missed sound once together. */
  ring: (event: Announcement) => void;
  /** The other sound: something that was being made is cancelled. */
  ringCancelled: () => void;
  /** Sounds now. */
  play: () => void;
  isMuted: boolean;
  setMuted: (isMuted: boolean) => void;
  /** The browser still waits for a touch; `unlock` is for the button that says so. */
  isBlocked: boolean;
  unlock: () => void;
}

/** The bell of a screen that shows orders, or of one kind of announcement. Whether it is muted is remembered on this device. */
export const useBell = (rings: EventType = 'new_order'): Bell => {
  const [isMuted, setMuted] = useStored<boolean>(MUTED_KEY, false);
  const state = useSyncExternalStore(watch, stateOf);
  const [isToSound] = useState(() => openRinger(rings));

  const ring = (event: Announcement): void => {
    // asked even while muted: what was not heard then is not heard later either
    if (isToSound(event) && !isMuted) play(ARRIVED);
  };
  const ringCancelled = (): void => {
    if (!isMuted) play(CANCELLED);
  };

  const playNow = (): void => {
    if (!isMuted) play(ARRIVED);
  };

  return { ring, ringCancelled, play: playNow, isMuted, setMuted, isBlocked: !isMuted && state === 'blocked', unlock };
};
