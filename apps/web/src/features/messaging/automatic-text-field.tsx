import { Button, Textarea } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import type { AutomaticText } from '@shiloh/contract/messaging/automatic'
import { PLACEHOLDER_TEXTS, PLACEHOLDERS } from '@shiloh/contract/messaging/automatic-texts'
import type { MessagePart } from '@shiloh/contract/messaging/fields'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useTemplateName } from '../insight/index.ts'
import classes from './automatic.module.css'
import { automaticTexts } from './automatic-texts.ts'
import { TokenEditor, type TokenSyntax } from './token-editor.tsx'

const split = (text: string): MessagePart[] =>
  text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { field: part.slice(1, -1) } : { words: part }))
/** `{name}` */
const SYNTAX: TokenSyntax = { split, write: (name) => `{${name}}` }

/** Messages named under a text that they share. */
const NAMED = 3

interface AutomaticTextFieldProps {
  piece: AutomaticText
  language: Language
  /** What was typed. Null for our text, undefined for what is saved. */
  draft: string | null | undefined
  onDraft: (draft: string | null) => void
  error: string | undefined
  readOnly: boolean
}

/** One text of an automatic message in one language, with ours beside it where the office has its own. */
export function AutomaticTextField({ piece, language, draft, onDraft, error, readOnly }: AutomaticTextFieldProps) {
  const t = useT(automaticTexts)
  const placeholders = useT(PLACEHOLDER_TEXTS)
  const nameOf = useTemplateName()
  const reader = useLanguage()
  const zone = useAccount().organisation.time_zone
  const saved = piece.languages[language]
  const value = draft === undefined ? (saved.text ?? saved.ours) : (draft ?? saved.ours)
  const isOwn = draft === undefined ? saved.text !== null : draft !== null
  const label = piece.places
    .map((place) =>
      place === 'mail' && piece.part !== null ? t('mail_part', { part: t(`part_${piece.part}`) }) : t(`place_${place}`),
    )
    .join(' · ')
  const isLine = piece.places.includes('subject')
  const tokens = piece.placeholders.map(({ name, required }) => {
    const known = PLACEHOLDERS.find((one) => one === name)
    return { name, label: known ? placeholders(known) : name, ...(required && { example: t('always') }) }
  })
  /** A text with its placeholders as they are shown in the field. Cases stay as they are written. */
  const words = (text: string) =>
    piece.has_cases
      ? text
      : split(text).map((part, at) =>
          'words' in part ? (
            part.words
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            <span key={at} className={classes.token}>
              {tokens.find(({ name }) => name === part.field)?.label ?? part.field}
            </span>
          ),
        )
  const also = piece.also_in.slice(0, NAMED).map(nameOf).join(', ')
  const more = piece.also_in.length - NAMED
  const day = saved.updated_at === null ? '' : formatDate(saved.updated_at, reader, zone)
  return (
    <div className={classes.text}>
      {piece.has_cases ? (
        <Textarea
          label={label}
          description={t('cases')}
          value={value}
          error={error}
          readOnly={readOnly}
          autosize
          onChange={({ currentTarget }) => onDraft(currentTarget.value)}
        />
      ) : (
        <TokenEditor
          label={label}
          note={piece.optional ? t('optional') : undefined}
          value={value}
          onChange={onDraft}
          lines={isLine ? 1 : 2}
          syntax={SYNTAX}
          groups={[{ title: t('placeholders'), tokens }]}
          readOnly={readOnly}
          error={error}
        />
      )}
      <p className={classes.notes}>
        {also === '' ? null : (
          <span>{more > 0 ? t('also_in_more', { names: also, count: more }) : t('also_in', { names: also })}</span>
        )}
        {draft === undefined && saved.text !== null ? (
          <span>{saved.author === null ? t('changed_on', { day }) : t('changed_by', { name: saved.author, day })}</span>
        ) : null}
      </p>
      {isOwn ? (
        <div className={classes.ours} data-warn={saved.ours_then !== null || undefined}>
          {saved.problem !== null && draft === undefined ? (
            <p role="alert">
              <b>{t('not_used')}</b> {saved.problem}
            </p>
          ) : null}
          {saved.ours_then !== null ? (
            <>
              <p>
                <b>{t('ours_changed')}</b>
              </p>
              <p>
                <span className="dim">{t('ours_then')}:</span> {words(saved.ours_then)}
              </p>
            </>
          ) : null}
          <p>
            <span className="dim">{t('ours')}:</span> {words(saved.ours)}
          </p>
          {readOnly ? null : (
            <div className={classes.acts}>
              <Button variant="subtle" size="compact-sm" onClick={() => onDraft(null)}>
                {t('back_to_ours')}
              </Button>
              {saved.ours_then !== null && saved.problem === null && saved.text !== null && draft === undefined ? (
                <Button variant="subtle" size="compact-sm" onClick={() => onDraft(saved.text)}>
                  {t('keep_mine')}
                </Button>
              ) : null}
            </div>
          )}
        </div>
      ) : null}
    </div>
  )
}
