import { isServed, type PointKind } from '@shiloh/contract/checkin/points'
import { formatTime } from '@shiloh/contract/text/format'
import { useEffect, useRef } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { isInside } from './outcome.ts'
import { texts } from './texts.ts'
import type { Gate, Who } from './use-gate.ts'
import classes from './who.module.css'

/** Asks who of a party is there: their printed code is one for all of them. */
export function WhoIsHere({ gate, view, zone, kind }: { gate: Gate; view: Who; zone: string; kind: PointKind }) {
  const t = useT(texts)
  const language = useLanguage()
  const [first] = view.party
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus(), [])
  const standing = (person: Who['party'][number]) => {
    if (!gate.isOpen(person) && view.direction === 'in') {
      const at = person.entered?.at
      if (at !== undefined && isServed(kind))
        return t(kind === 'meal' ? 'eaten_at' : 'scanned_at', { time: formatTime(at, language, zone) })
      return at === undefined ? t('came_in') : t('inside_since', { time: formatTime(at, language, zone) })
    }
    if (isServed(kind)) return t(kind === 'meal' ? 'not_eaten_yet' : 'not_scanned_yet')
    return t(isInside(person) ? 'inside_now' : person.checked_out_at ? 'gone_out' : 'not_here_yet')
  }
  return (
    <section className={classes.who}>
      <h2>{t(view.direction === 'in' ? 'said_several' : 'who_goes')}</h2>
      <p className="dim">{t('who_hint', { code: first?.code ?? '', count: view.party.length })}</p>
      <ul ref={list}>
        {view.party.map((person) => {
          const isOpen = gate.isOpen(person)
          return (
            <li key={person._id}>
              <label data-closed={!isOpen || undefined}>
                <input
                  type="checkbox"
                  checked={view.ticked.has(person._id)}
                  disabled={!isOpen}
                  onChange={() => gate.tick(person._id)}
                />
                <span>
                  <b>{person.name}</b>
                  <span className="dim">{[person.participant_type, standing(person)].join(' · ')}</span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
