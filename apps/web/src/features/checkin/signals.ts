import type { Tone } from './outcome.ts'

interface Signal {
  readonly wave: OscillatorType
  /** Pitch in Hz, start and length in seconds. */
  readonly notes: readonly (readonly [pitch: number, start: number, length: number])[]
  /** Milliseconds on, off, on, … */
  readonly vibration: readonly number[]
}

/** To be told apart without looking: up and short, twice the same, long and low. */
const signals: Readonly<Record<Exclude<Tone, 'undone'>, Signal>> = {
  ok: {
    wave: 'sine',
    notes: [
      [660, 0, 0.09],
      [990, 0.1, 0.16],
    ],
    vibration: [80],
  },
  used: {
    wave: 'triangle',
    notes: [
      [520, 0, 0.14],
      [520, 0.22, 0.14],
    ],
    vibration: [120, 90, 120],
  },
  invalid: { wave: 'sawtooth', notes: [[165, 0, 0.55]], vibration: [450] },
}

let context: AudioContext | undefined

/** A browser lets a page sound only after a touch or a key: called by each, it costs nothing after the first. */
export function allowSound(): void {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
}

function play({ wave, notes }: Signal): void {
  if (context?.state !== 'running') return
  for (const [pitch, start, length] of notes) {
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    const from = context.currentTime + start
    oscillator.type = wave
    oscillator.frequency.value = pitch
    // Faded in and out: a tone cut off cracks.
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.4, from + 0.01)
    volume.gain.setValueAtTime(0.4, from + length - 0.03)
    volume.gain.linearRampToValueAtTime(0, from + length)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + length)
  }
}

/** Says a result to the ear and to the hand. */
export function signal(tone: Tone, withSound: boolean): void {
  if (tone === 'undone') return
  const chosen = signals[tone]
  if (withSound) play(chosen)
  if ('vibrate' in navigator) navigator.vibrate([...chosen.vibration])
}
