import { bedLetter } from '@shiloh/contract/reservations/beds'
import type { MyReservation } from '@shiloh/contract/reservations/views'
import { useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { savesData } from '#platform/connection'
import { claimTickets, dropTicket, forgetTickets, type KeptTicket, keepTicket } from '#platform/kept-tickets'
import { WORKER_SCOPES } from './paths.ts'

/** Returns the ticket of a reservation. Undefined: nobody gets in with it. */
export function ticketOf(reservation: MyReservation, now: number): KeptTicket | undefined {
  const { _id, code, status, event, participants } = reservation
  if (status !== 'active' && status !== 'redeemed') return undefined
  const { name, starts_at, ends_at, time_zone, place } = event
  return {
    _id,
    code,
    event: { name, starts_at, ends_at, time_zone, place },
    persons: participants.map((person) => ({
      _id: person._id,
      name: person.name,
      url: person.qr.url,
      room: person.room ? `${person.room.name} ${bedLetter(person.room.bed)}` : null,
    })),
    seen_at: new Date(now).toISOString(),
  }
}

const WORKER = '/tickets-worker.js'

/** Returns the registrations of the worker, also those of earlier versions. */
async function registrations(): Promise<readonly ServiceWorkerRegistration[]> {
  const all = await navigator.serviceWorker.getRegistrations()
  return all.filter(
    ({ active, waiting, installing }) =>
      new URL((active ?? waiting ?? installing)?.scriptURL ?? '/', location.origin).pathname === WORKER,
  )
}

/** Installs the worker that opens the tickets without a network. Returns false if this browser has none. */
async function prepare(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const workers = navigator.serviceWorker
  const registered = WORKER_SCOPES.map((scope) => workers.register(WORKER, { scope, updateViaCache: 'none' }))
  await Promise.all(
    registered.map(async (one) => {
      const { active, installing, waiting } = await one
      const coming = installing ?? waiting
      if (active || !coming) return
      await new Promise<void>((resolve, reject) => {
        coming.addEventListener('statechange', () => {
          if (coming.state === 'activated') resolve()
          if (coming.state === 'redundant') reject(new Error('the worker could not be installed'))
        })
      })
    }),
  )
  for (const registration of await registrations())
    if (!WORKER_SCOPES.some((scope) => registration.scope === new URL(scope, location.origin).href))
      await registration.unregister()
  return true
}

/**
 * Prepares this phone for a member who has no ticket yet: without a network, every page says so and offers to try again.
 * Who saves data gets it with the first ticket.
 */
export async function openWithoutNetwork(userId: string): Promise<void> {
  if (!savesData() && claimTickets(userId)) await prepare().catch(() => false)
}

/**
 * Keeps the ticket that an account was shown on this phone while somebody gets in with it, and drops it otherwise.
 * @returns whether it opens without a network
 */
export async function keepTicketOf(userId: string, reservation: MyReservation): Promise<boolean> {
  const ticket = ticketOf(reservation, Date.now())
  if (ticket) return keepTicket(userId, ticket) && prepare().catch(() => false)
  dropTicket(reservation._id)
  return false
}

/** Keeps the ticket of the reservation that is shown. Returns whether it opens without a network. */
export function useKeptTicket(reservation: MyReservation): boolean {
  const userId = useAccount().user?._id
  const [isKept, setIsKept] = useState(false)
  useEffect(() => {
    let isGone = false
    if (userId === undefined) return
    keepTicketOf(userId, reservation).then((isReady) => {
      if (!isGone) setIsKept(isReady)
    })
    return () => {
      isGone = true
    }
  }, [userId, reservation])
  return isKept
}

/** Removes all tickets of this phone and what opens them. From the home screen it stays: an app opens without a network. */
export async function removeTickets(): Promise<void> {
  forgetTickets()
  if (!('serviceWorker' in navigator) || matchMedia('(display-mode: standalone)').matches) return
  for (const registration of await registrations()) await registration.unregister()
}
