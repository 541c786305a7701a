import { Button, Textarea, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { translatesOf } from '@shiloh/contract/text/translations'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { Segments } from '../../base/segments.tsx'
import { ToneBadge } from '../../base/status-badge.tsx'
import classes from './languages.module.css'
import { texts } from './languages-texts.ts'

/**
 * The texts of something in every language. An absent text is missing. Beside a translation, `{field}_translates` has the
 * words that it was written for.
 */
export type Texts<F extends string> = { readonly [L in Language]?: { readonly [K in F]?: string | undefined } }

/** Takes a text as it is written. `translates` are the words that it is of now, where it was of earlier ones. */
export type WriteText<F extends string> = (language: Language, field: F, text: string, translates?: string) => void

/** Returns the texts of a language with one that was written. */
export const withText = (
  of: Readonly<Record<string, string | undefined>> | undefined,
  field: string,
  text: string,
  translates: string | undefined,
) => ({ ...of, [field]: text, ...(translates !== undefined && { [translatesOf(field)]: translates }) })

export interface GridField<F extends string> {
  readonly name: F
  readonly label: string
  readonly rows: number
  readonly maxLength?: number
  /** Stays one line, however it is wrapped. */
  readonly line?: boolean
  readonly hint?: ReactNode
  /** Can be empty in the original; then it is missing nowhere. */
  readonly optional?: boolean
  /** The problem of the original. */
  readonly error?: string | undefined
  /** Draws the field in place of a plain one. */
  readonly draw?: (cell: DrawnCell) => ReactNode
}

/** What a field that draws itself gets. */
export interface DrawnCell {
  readonly language: Language
  readonly label: string
  readonly value: string
  readonly readOnly: boolean
  /** Opened by a click on the gap. */
  readonly autoFocus: boolean
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

interface LanguageGridProps<F extends string> {
  fields: readonly GridField<F>[]
  texts: Texts<F>
  original: Language
  /** The texts as they are stored, to see which original was changed since. */
  saved?: Texts<F> | undefined
  readOnly?: boolean
  onChange: WriteText<F>
}

/** Returns the words that a translation was written for, if the original has others now: stored, or not saved yet. */
export const earlierIn = <F extends string>(
  field: F,
  all: Texts<string>,
  saved: Texts<F> | undefined,
  original: Language,
  language: Language,
): string | undefined => {
  const [now, text] = [all[original]?.[field], all[language]?.[field]]
  if (language === original || !now?.trim() || !text?.trim()) return undefined
  const stored = saved?.[language]?.[field] === text ? saved[original]?.[field] : undefined
  const earlier = all[language]?.[translatesOf(field)] || stored
  return earlier && earlier !== now ? earlier : undefined
}

/** Returns the fields whose translation may be outdated. */
export const outdatedIn = <F extends string>(
  fields: readonly F[],
  all: Texts<string>,
  saved: Texts<F> | undefined,
  original: Language,
  language: Language,
): F[] => fields.filter((field) => earlierIn(field, all, saved, original, language) !== undefined)

/** Returns the fields that the original has and a translation lacks. */
export const missingIn = <F extends string>(
  fields: readonly F[],
  all: Texts<F>,
  original: Language,
  language: Language,
): F[] => fields.filter((name) => Boolean(all[original]?.[name]?.trim()) && !all[language]?.[name]?.trim())

/** The length up to which earlier words stand in the sentence that names them. */
const SHORT = 120

/** Says that a translation is of earlier words, which ones, and lets somebody confirm it. */
function Outdated({
  words,
  field,
  language,
  onConfirm,
}: {
  words: string
  field: string
  language: Language
  onConfirm: (() => void) | undefined
}) {
  const t = useT(texts)
  return (
    <div className={classes.outdated}>
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> <b>{t('outdated')}</b>
      </p>
      {words.length > SHORT ? (
        <details>
          <summary>{t('earlier_words_long')}</summary>
          <p>{words}</p>
        </details>
      ) : (
        <p>{t('earlier_words', { words })}</p>
      )}
      {onConfirm ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('still_right_of', { field, language: languageName(language) })}
          onClick={onConfirm}
        >
          {t('still_right')}
        </Button>
      ) : null}
    </div>
  )
}

const keyOf = (language: Language, field: string): string => `${language} ${field}`

/** A text in four languages, side by side; on phones one at a time. A gap is marked and names what is missing; a button goes from one to the next. */
export function LanguageGrid<F extends string>({
  fields,
  texts: all,
  original,
  saved,
  readOnly = false,
  onChange,
}: LanguageGridProps<F>) {
  const t = useT(texts)
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const [shown, setShown] = useState(original)
  const [opened, setOpened] = useState<readonly string[]>([])
  const ordered = [original, ...LANGUAGES.filter((language) => language !== original)]
  const names = fields.map(({ name }) => name)
  // Language after language, as somebody translates.
  const gaps = ordered.flatMap((language) =>
    missingIn(names, all, original, language).map((name) => ({ language, key: keyOf(language, name) })),
  )
  const root = useRef<HTMLDivElement>(null)
  const [jump, setJump] = useState<{ readonly key: string }>()
  useLayoutEffect(() => {
    const cells = [...(root.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
    const cell = cells.find(({ dataset }) => dataset['cell'] === jump?.key)
    cell?.querySelector<HTMLElement>('textarea, input, [contenteditable="true"]')?.focus()
    cell?.scrollIntoView?.({ block: 'nearest' })
  }, [jump])
  const goToNext = () => {
    const order = ordered.flatMap((language) => names.map((name) => keyOf(language, name)))
    const here = order.indexOf(jump?.key ?? '')
    const next = gaps.find(({ key }) => order.indexOf(key) > here) ?? gaps[0]
    if (!next) return
    setShown(next.language)
    setOpened((before) => [...before, next.key])
    setJump({ key: next.key })
  }
  const nextGap =
    readOnly || gaps.length === 0 ? null : (
      <Button
        variant="default"
        className={classes.next ?? ''}
        rightSection={<IconArrowRight size={17} aria-hidden />}
        onClick={goToNext}
      >
        {t('next_gap', { count: gaps.length })}
      </Button>
    )
  const hasGap = (wide ? ordered : [shown]).some((one) => missingIn(names, all, original, one).length > 0)
  const state = (language: Language) => {
    // Nothing to translate yet.
    if (!names.some((name) => all[original]?.[name]?.trim()) && language !== original) return null
    if (language === original) return <ToneBadge tone="mute">{t('original')}</ToneBadge>
    const count = missingIn(names, all, original, language).length
    const outdated = outdatedIn(names, all, saved, original, language).length
    if (count === 0 && outdated === 0) return <ToneBadge tone="ok">{t('complete')}</ToneBadge>
    return (
      <>
        {count > 0 ? <ToneBadge tone="warn">{t('missing_count', { count })}</ToneBadge> : null}
        {outdated > 0 ? <ToneBadge tone="warn">{t('outdated_count', { count: outdated })}</ToneBadge> : null}
      </>
    )
  }
  const isGapIn = (language: Language, name: F) => gaps.some(({ key }) => key === keyOf(language, name)) || undefined
  const cell = (language: Language, { name, label, rows, maxLength, line, error, draw }: GridField<F>) => {
    const key = keyOf(language, name)
    const isMissing = missingIn([name], all, original, language).length > 0
    if (isMissing && !opened.includes(key) && !readOnly)
      return (
        <button type="button" className={classes.gap} data-autofocus onClick={() => setOpened([...opened, key])}>
          <VisuallyHidden>{`${languageName(language)}: `}</VisuallyHidden>
          <b>{t('missing', { field: label })}</b> <span>{t('write_it')}</span>
        </button>
      )
    const earlier = earlierIn(name, all, saved, original, language)
    const own = all[original]?.[name] ?? ''
    const drawn: DrawnCell = {
      language,
      label: `${label}, ${languageName(language)}`,
      value: all[language]?.[name] ?? '',
      readOnly,
      autoFocus: opened.includes(key) && !all[language]?.[name],
      error: language === original ? error : undefined,
      onChange: (text) => {
        // Somebody who deletes a text to type another is still in its field.
        if (!text.trim() && !opened.includes(key)) setOpened([...opened, key])
        onChange(language, name, text, earlier === undefined ? undefined : own)
      },
    }
    // Each language has a field of its own: one that draws itself can have a state.
    // Somebody who opened a gap and went on has not closed it.
    const missing = isMissing ? <p className={classes.missing}>{t('missing', { field: label })}</p> : null
    const mark =
      earlier === undefined ? (
        missing
      ) : (
        <Outdated
          // A field that draws itself has formatted text.
          words={draw ? earlier.replace(/<[^<>]*>/g, ' ').trim() : earlier}
          field={label}
          language={language}
          onConfirm={readOnly ? undefined : () => onChange(language, name, drawn.value, own)}
        />
      )
    if (draw)
      return (
        <Fragment key={language}>
          {draw(drawn)}
          {mark}
        </Fragment>
      )
    const field = (
      <Textarea
        lang={language}
        aria-label={drawn.label}
        // In a dialog the first gap has the focus, or the first text where none is missing.
        {...(!hasGap && { 'data-autofocus': true })}
        autosize
        minRows={rows}
        maxRows={24}
        {...(maxLength !== undefined && { maxLength })}
        autoFocus={drawn.autoFocus}
        readOnly={readOnly}
        value={drawn.value}
        error={drawn.error}
        onChange={({ currentTarget }) =>
          drawn.onChange(line ? currentTarget.value.replace(/\s*\n\s*/g, ' ') : currentTarget.value)
        }
      />
    )
    return (
      <>
        {field}
        {mark}
      </>
    )
  }
  if (!wide)
    return (
      <div ref={root} className={classes.stack}>
        {nextGap}
        <Segments
          label={t('language')}
          choices={ordered.map((value) => ({ value, label: value.toUpperCase() }))}
          value={shown}
          onChange={setShown}
        />
        <p className={classes.stackHead}>
          <b>{languageName(shown)}</b> {state(shown)}
        </p>
        {fields.map((field) => (
          <div key={field.name} data-cell={keyOf(shown, field.name)} data-gap={isGapIn(shown, field.name)}>
            <p className={classes.label}>{field.label}</p>
            {cell(shown, field)}
            {field.hint && shown === original ? <p className="dim small">{field.hint}</p> : null}
          </div>
        ))}
      </div>
    )
  return (
    <div ref={root}>
      {nextGap}
      <table className={classes.grid}>
        <thead>
          <tr>
            <td />
            {ordered.map((language) => (
              <th key={language} scope="col">
                <span>
                  {languageName(language)} {state(language)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">
                {field.label}
                {field.hint ? <span className="dim small">{field.hint}</span> : null}
              </th>
              {ordered.map((language) => (
                <td key={language} data-cell={keyOf(language, field.name)} data-gap={isGapIn(language, field.name)}>
                  {cell(language, field)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
