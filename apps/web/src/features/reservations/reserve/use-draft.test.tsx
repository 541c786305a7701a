// @vitest-environment happy-dom
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { memoryStorage } from '#platform/session'
import { showScreen } from '../../../../test/screen.tsx'
import { emptyChoice } from './choice.ts'
import { type Draft, draftStore } from './draft.ts'
import { sampleEvent } from './sample.ts'
import { useDraftKeeper } from './use-draft.ts'

const draft = (changed_at: string): Draft => ({ choice: emptyChoice, step: 'people', key: null, changed_at })
const store = draftStore('test', memoryStorage, memoryStorage)

function Wizard() {
  const { keep, forget } = useDraftKeeper(store, sampleEvent._id, undefined)
  return (
    <>
      <button type="button" onClick={() => keep(draft('2026-12-01T10:00:00.000Z'))}>
        Change
      </button>
      <button type="button" onClick={forget}>
        Begin again
      </button>
    </>
  )
}

/** Shows a wizard whose server cannot be reached until the network is back. */
const showWithoutNetwork = async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const shown = await showScreen(Wizard, (server) => {
    server.answer(reservationRoutes.saveDraft, { updated_at: '2026-12-01T10:00:00.000Z' })
    server.answer(reservationRoutes.deleteDraft, {})
  })
  const reached = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    return reached(address, init)
  })
  const comeBack = () => {
    isOnline.mockReturnValue(true)
    dispatchEvent(new Event('online'))
  }
  return { ...shown, comeBack }
}

it('sends what was chosen without a network when the server answers again', async () => {
  const { user, server, comeBack } = await showWithoutNetwork()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.calls(reservationRoutes.saveDraft)).toEqual([])
  comeBack()
  await vi.waitFor(() => expect(server.calls(reservationRoutes.saveDraft)).toHaveLength(1), { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.calls(reservationRoutes.saveDraft)).toHaveLength(1)
})

it('sends nothing of a draft that was thrown away meanwhile', async () => {
  const { user, server, comeBack } = await showWithoutNetwork()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await vi.advanceTimersByTimeAsync(2000)
  await user.click(screen.getByRole('button', { name: 'Begin again' }))
  comeBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.calls(reservationRoutes.saveDraft)).toEqual([])
})
