import type { Tone } from './outcome.ts'

interface Signal {
  readonly wave: OscillatorType
  /** Pitch in Hz, start and length in seconds. */
  readonly notes: readonly (readonly [pitch: number, start: number, length: number])[]
  /** Milliseconds on, off, on, … */
  readonly vibration: readonly number[]
}

/** Sounds that can be distinguished without looking: high and short, the same twice, long and low. */
const signals: Readonly<Record<Exclude<Tone, 'undone' | 'paid'>, Signal>> = {
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

/** Enables sound, which browsers allow only after a touch or a key. Called on each; it does nothing after the first. */
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
    // Fades in and out, because a tone that is cut off clicks.
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.4, from + 0.01)
    volume.gain.setValueAtTime(0.4, from + length - 0.03)
    volume.gain.linearRampToValueAtTime(0, from + length)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + length)
  }
}

/** Signals a result by sound and vibration. */
export function signal(tone: Tone, withSound: boolean): void {
  if (tone === 'undone' || tone === 'paid') return
  const chosen = signals[tone]
  if (withSound) play(chosen)
  if ('vibrate' in navigator) navigator.vibrate([...chosen.vibration])
}
