import { formatCount } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import classes from './figures.module.css'
import { texts } from './figures-texts.ts'
import { Heading } from './values.tsx'

/** A section of a page of figures, with its heading and a note. */
export function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      <header>
        <Heading level={2}>{title}</Heading>
        {note ? <span className="dim small">{note}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** Two columns of panels if there is room. Each panel is as high as its content. */
export function Panels({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={classes.panels}>
      <div className={classes.stack}>{left}</div>
      <div className={classes.stack}>{right}</div>
    </div>
  )
}

export interface Figure {
  readonly label: string
  readonly value: string
  /** Beside the number, smaller: "of 640". */
  readonly of?: string | undefined
  readonly note?: ReactNode
  /** The list behind the number. */
  readonly link?: { readonly to: string; readonly search: Readonly<Record<string, string>> } | undefined
  /** Something needs attention. */
  readonly warn?: boolean
}

/** Key figures in one strip, separated by hairlines. */
export function Strip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.strip} data-count={figures.length}>
      {figures.map(({ label, value, of, note, link, warn }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value} data-long={value.length > 10 || undefined}>
              {link ? (
                <Link to={link.to} search={link.search}>
                  {value}
                </Link>
              ) : (
                value
              )}
            </span>
            {of ? <span className={classes.of}> {of}</span> : null}
            {note ? (
              <span className={classes.note} data-warn={warn || undefined}>
                {note}
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A bar of how much of a limit is used. Renders nothing without a limit. The number is beside it. */
export function Share({ claimed, limit }: { claimed: number; limit: number | null }) {
  if (limit === null || limit === 0) return null
  const share = Math.min(1, claimed / limit)
  return (
    <span className={classes.share} aria-hidden data-full={claimed >= limit || undefined}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

/** "24 of 28", "Full, 30", "24". */
export function useShareText(): (claimed: number, limit: number | null) => string {
  const t = useT(texts)
  const language = useLanguage()
  return (claimed, limit) => {
    const taken = formatCount(claimed, language)
    if (limit === null) return taken
    const all = formatCount(limit, language)
    return claimed >= limit && limit > 0 ? t('full', { limit: all }) : t('of', { claimed: taken, limit: all })
  }
}

export interface Bar {
  readonly id: string
  readonly name: string
  readonly claimed: number
  readonly limit: number | null
  /** An amount at the end of the line. */
  readonly end?: ReactNode
}

/** Quotas, each with its bar and its numbers. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const say = useShareText()
  const hasEnd = bars.some(({ end }) => end !== undefined)
  return (
    <ul className={classes.bars} data-end={hasEnd || undefined}>
      {bars.map(({ id, name, claimed, limit, end }) => (
        <li key={id}>
          <span className={classes.barName}>{name}</span>
          <span>
            <Share claimed={claimed} limit={limit} />
          </span>
          <span className="num">{say(claimed, limit)}</span>
          {hasEnd ? <span className="num">{end}</span> : null}
        </li>
      ))}
    </ul>
  )
}
