import { Button } from '@mantine/core'
import { LANGUAGES, type Language, languageName, languageNameIn } from '@shiloh/contract/core'
import { MESSAGE_FIELD_TEXTS } from '@shiloh/contract/messaging/field-texts'
import {
  inSingleBraces,
  MESSAGE_FIELD_NAMES,
  MESSAGE_FIELDS,
  type MessageChannel,
  type MessageText,
  type MessageTexts,
  namedUnknown,
  partsOf,
} from '@shiloh/contract/messaging/fields'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import classes from './compose.module.css'
import { gapsOf, isUnwritten } from './gaps.ts'
import { texts } from './texts.ts'
import { TokenEditor, type TokenSyntax } from './token-editor.tsx'

const EMPTY: MessageText = { subject: '', body: '', sms: '' }

/** `{{first_name}}` */
const SYNTAX: TokenSyntax = { split: partsOf, write: (name) => `{{${name}}}` }

interface TextsEditorProps {
  value: MessageTexts
  onChange: (value: MessageTexts) => void
  channels: readonly MessageChannel[]
  withReservation: boolean
  /** How many people read each language, if it is known. */
  readers?: Readonly<Partial<Record<Language, number>>>
  /** Of the SMS of the person who is shown. */
  sms?: { readonly characters: number; readonly parts: number } | undefined
  errors?: Readonly<Record<string, string>>
}

/** Returns the language that most people read, the writer's own among equals. Undefined if nobody reads any. */
const mostRead = (readers: TextsEditorProps['readers'], own: Language): Language | undefined => {
  const count = (language: Language) => readers?.[language] ?? 0
  const [most] = [own, ...LANGUAGES].sort((a, b) => count(b) - count(a))
  return most !== undefined && count(most) > 0 ? most : undefined
}

/** The texts of a message, a tab for each language. */
export function TextsEditor({
  value,
  onChange,
  channels,
  withReservation,
  readers,
  sms,
  errors = {},
}: TextsEditorProps) {
  const t = useT(texts)
  const names = useT(MESSAGE_FIELD_TEXTS)
  const own = useLanguage()
  const { name: organisation, language: original } = useAccount().organisation
  const groups = [
    { title: t('fields_person'), about: 'person' },
    ...(withReservation ? [{ title: t('fields_reservation'), about: 'reservation' }] : []),
  ].map(({ title, about }) => ({
    title,
    tokens: MESSAGE_FIELD_NAMES.filter((name) => MESSAGE_FIELDS[name].about === about).map((name) => ({
      name,
      label: names(name),
      example: name === 'organisation' ? organisation : MESSAGE_FIELDS[name].example,
    })),
  }))
  const written = LANGUAGES.filter((language) => value[language] !== undefined)
  const [chosen, setChosen] = useState<Language>()
  // Until somebody writes or chooses, the language that most people read.
  const most = mostRead(readers, own)
  const first = written.length > 0 && !written.some((language) => language === most) ? written[0] : most
  const open = chosen ?? first ?? own
  const text = value[open] ?? EMPTY
  const set = (part: Partial<MessageText>) => {
    setChosen(open)
    const next = { ...text, ...part }
    const isEmpty = next.subject === '' && next.body === '' && next.sms === ''
    onChange(
      Object.fromEntries(
        LANGUAGES.flatMap((language) => {
          const kept = language === open ? (isEmpty ? undefined : next) : value[language]
          return kept ? [[language, kept]] : []
        }),
      ),
    )
  }
  /** A language whose readers get another one, or nothing. */
  const lacks = (language: Language) =>
    gapsOf(value, channels, language, original).length > 0 && (readers?.[language] ?? 0) > 0
  const [other] = written.filter((language) => language !== open)
  const writes = channels.includes('mail') || channels.includes('app')
  const unknownIn = (words: string) => namedUnknown(words, withReservation)[0]
  const errorOf = (part: keyof MessageText) => {
    const unknown = unknownIn(text[part])
    if (unknown !== undefined) return t('unknown_named', { field: SYNTAX.write(unknown) })
    const [single] = inSingleBraces(text[part])
    return single === undefined ? errors[`texts.${open}.${part}`] : t('single_braces', { field: single })
  }
  const needsMending = (language: Language) =>
    Object.values(value[language] ?? {}).some(
      (words) => unknownIn(words) !== undefined || inSingleBraces(words).length > 0,
    )
  return (
    <div className={classes.texts}>
      <div role="tablist" aria-label={t('language')} className={classes.tabs}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            role="tab"
            aria-selected={language === open}
            data-warn={lacks(language) || needsMending(language) || undefined}
            onClick={() => setChosen(language)}
          >
            {lacks(language) || needsMending(language) ? <IconAlertTriangle size={16} aria-hidden /> : null}
            {languageName(language)}
            {readers ? <span className="num">{readers[language] ?? 0}</span> : null}
          </button>
        ))}
      </div>
      {chosen === undefined && open === most ? (
        <p className="dim small">{t('most_read', { language: languageName(most) })}</p>
      ) : null}
      {lacks(open) ? (
        <p className={classes.warn} role="status">
          {isUnwritten(value, channels)
            ? t('nothing_written')
            : gapsOf(value, channels, open, original)
                .map(({ channels: some, instead }) => {
                  const names = some.map((channel) => t(`channel_${channel}`)).join(', ')
                  return instead === null
                    ? t('channel_nothing', { channels: names })
                    : t('channel_empty', {
                        channels: names,
                        language: languageNameIn(open, own),
                        count: readers?.[open] ?? 0,
                        instead: languageNameIn(instead, own),
                      })
                })
                .join(' ')}
        </p>
      ) : null}
      {other && value[open] === undefined ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.copy ?? ''}
          onClick={() => set(value[other] ?? EMPTY)}
        >
          {t('copy_from', { language: languageName(other) })}
        </Button>
      ) : null}
      {writes ? (
        <>
          <TokenEditor
            key={`${open} subject`}
            label={t('subject')}
            note={t('subject_hint')}
            value={text.subject}
            onChange={(subject) => set({ subject })}
            syntax={SYNTAX}
            groups={groups}
            error={errorOf('subject')}
          />
          <TokenEditor
            key={`${open} body`}
            label={t('body')}
            value={text.body}
            onChange={(body) => set({ body })}
            lines={6}
            syntax={SYNTAX}
            groups={groups}
            error={errorOf('body')}
          />
        </>
      ) : null}
      {channels.includes('sms') ? (
        <TokenEditor
          key={`${open} sms`}
          label={t('sms')}
          note={
            sms ? `${t('characters', { count: sms.characters })}, ${t('parts_count', { count: sms.parts })}` : undefined
          }
          value={text.sms}
          onChange={(next) => set({ sms: next })}
          lines={3}
          syntax={SYNTAX}
          groups={groups}
          error={errorOf('sms')}
        />
      ) : null}
    </div>
  )
}
