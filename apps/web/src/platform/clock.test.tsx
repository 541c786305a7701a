// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countdown, noteServerTime, serverNow, useAskAround, useServerTime } from './clock.ts'

const at = (time: string) => Date.parse(`2026-12-01T${time}Z`)
const httpDate = (time: string) => new Date(at(time)).toUTCString()

beforeEach(() => {
  vi.useFakeTimers({ now: at('10:00:00') })
  // The bounds of an earlier test contradict these, so that they begin anew.
  noteServerTime(httpDate('10:00:00'), Date.now())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the server’s clock', () => {
  it('is taken to be that of this browser as long as answers do not say otherwise', () => {
    noteServerTime(httpDate('10:00:00'), Date.now() - 3000)
    expect(serverNow()).toBe(Date.now())
  })

  it('corrects a phone that is ten minutes late, to within a second', () => {
    noteServerTime(httpDate('10:10:00'), Date.now() - 200)
    expect(Math.abs(serverNow() - at('10:10:00.5'))).toBeLessThanOrEqual(700)
  })

  it('becomes sharper with each answer', () => {
    noteServerTime(httpDate('10:10:00'), Date.now() - 8000)
    vi.advanceTimersByTime(900)
    noteServerTime(httpDate('10:10:01'), Date.now())
    // The second ended between the two: it is at least 10:10:01 and the first answer came in 10:10:00.
    expect(Math.abs(serverNow() - at('10:10:01.5'))).toBeLessThanOrEqual(500)
  })

  it('begins anew when somebody sets the clock of the phone', () => {
    noteServerTime(httpDate('10:10:00'), Date.now())
    vi.setSystemTime(at('10:10:05'))
    noteServerTime(httpDate('10:10:05'), Date.now())
    expect(serverNow()).toBe(Date.now())
  })

  it('reads nothing from an answer without a date', () => {
    noteServerTime(null, Date.now())
    noteServerTime('soon', Date.now())
    expect(serverNow()).toBe(Date.now())
  })
})

const opens = '2026-12-01T10:05:00.000Z'

function Page({ ask = () => {} }: { ask?: () => void }) {
  const now = useServerTime([opens, null])
  useAskAround(opens, ask)
  return <p>{now < Date.parse(opens) ? 'before' : 'open'}</p>
}

describe('a page that waits for an instant', () => {
  it('changes at it, and not a second earlier', () => {
    render(<Page />)
    act(() => void vi.advanceTimersByTime(299_000))
    expect(screen.getByText('before')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1000))
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('changes by the server’s clock as soon as that is known', () => {
    render(<Page />)
    act(() => noteServerTime(httpDate('10:06:00'), Date.now()))
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('changes when it is looked at again after it slept', () => {
    render(<Page />)
    vi.setSystemTime(at('10:30:00'))
    expect(screen.getByText('before')).toBeTruthy()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('open')).toBeTruthy()
  })

  it('asks once in the minutes before and once after, each page at a moment of its own', () => {
    const asked: number[] = []
    for (const chance of [0, 0.25, 0.5, 0.999]) {
      vi.setSystemTime(at('09:30:00'))
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const ask = vi.fn(() => void asked.push(serverNow() - Date.parse(opens)))
      const { unmount } = render(<Page ask={ask} />)
      act(() => void vi.advanceTimersByTime(40 * 60_000))
      expect(ask).toHaveBeenCalledTimes(2)
      unmount()
    }
    vi.restoreAllMocks()
    const seconds = asked.map((moment) => Math.round(moment / 1000))
    expect(seconds.filter((second) => second < 0)).toEqual([-300, -230, -160, -20])
    expect(seconds.filter((second) => second > 0)).toEqual([2, 12, 21, 40])
  })

  it('asks nothing once it is over', () => {
    vi.setSystemTime(at('10:06:00'))
    const ask = vi.fn()
    render(<Page ask={ask} />)
    act(() => void vi.advanceTimersByTime(3_600_000))
    expect(ask).not.toHaveBeenCalled()
  })
})

it.each([
  [0, '00:00'],
  [-5000, '00:00'],
  [59_001, '01:00'],
  [605_000, '10:05'],
  [3_661_000, '1:01:01'],
])('counts %i ms down as %s', (left, shown) => {
  expect(countdown(left)).toBe(shown)
})
