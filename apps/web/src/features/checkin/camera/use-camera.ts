import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { openPictures } from './picture.ts'
import { openReader, type Reader } from './reader.ts'
import { createRepeatFilter } from './repeat-filter.ts'

/** `blocked` by the user or the browser, `missing` on this device, `busy` in another app, `failed` for the reader. */
export type CameraState = 'starting' | 'on' | 'blocked' | 'missing' | 'busy' | 'insecure' | 'failed'

/** Milliseconds between images. Fewer than the camera delivers, so that a phone's battery lasts all day. */
const betweenMs = 90

const wish: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
}

interface TorchSetting extends MediaTrackConstraintSet {
  torch: boolean
}

function reasonOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'failed'
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden)
  useEffect(() => {
    const onChange = () => setVisible(!document.hidden)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return isVisible
}

interface CameraOptions {
  video: RefObject<HTMLVideoElement | null>
  /** Whether to look for codes. Otherwise the camera stays on, ready to continue. */
  isReading: boolean
  /** The purpose of a scan. The same code for another purpose counts as new. */
  purpose: string
  onRead: (text: string) => void
}

/** Reads codes with the device's camera while mounted. The camera is off while the page is hidden. */
export function useCamera({ video, isReading, purpose, onRead }: CameraOptions) {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isTorchOn, setTorchOn] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [filter] = useState(createRepeatFilter)
  const isVisible = useIsVisible()
  const reading = useRef(isReading)
  useEffect(() => {
    if (isReading && !reading.current) filter.resume(Date.now())
    reading.current = isReading
  }, [isReading, filter])
  const onSeen = useEffectEvent((text: string) => {
    if (filter.isNew(`${purpose} ${text}`, Date.now())) onRead(text)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the camera again
  useEffect(() => {
    if (!isVisible) return undefined
    let isGone = false
    let stream: MediaStream | undefined
    let reader: Reader | undefined
    const run = async () => {
      // Browsers hide the camera from pages loaded over an insecure connection.
      if (!('mediaDevices' in navigator)) return setState('insecure')
      setState('starting')
      stream = await navigator.mediaDevices.getUserMedia(wish)
      const element = video.current
      if (isGone || !element) return end()
      element.srcObject = stream
      await element.play()
      const [first] = stream.getVideoTracks()
      setTrack(first)
      setTorchOn(false)
      setState('on')
      reader = await openReader()
      if (isGone) return end()
      const take = openPictures(element)
      while (!isGone) {
        const picture = reading.current ? await take() : undefined
        if (picture && !isGone) {
          const text = await reader.read(picture)
          if (text && reading.current && !isGone) onSeen(text)
        }
        await after(betweenMs)
      }
    }
    const end = () => {
      reader?.close()
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    run().catch((error) => {
      end()
      if (!isGone) setState(reasonOf(error))
    })
    return () => {
      isGone = true
      end()
      setTrack(undefined)
    }
  }, [isVisible, attempt, video])

  const hasTorch = track !== undefined && 'getCapabilities' in track && 'torch' in track.getCapabilities()
  const switchTorch = async () => {
    const setting: TorchSetting = { torch: !isTorchOn }
    try {
      await track?.applyConstraints({ advanced: [setting] })
      setTorchOn(!isTorchOn)
    } catch {
      // Another app uses the lamp; the button does not change.
    }
  }
  return {
    state,
    retry: () => setAttempt((count) => count + 1),
    torch: hasTorch ? { isOn: isTorchOn, switch: () => void switchTorch() } : undefined,
  }
}
