import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { mateInWords } from '../parts/named-mate.ts'
import { readMate } from '../parts/wire-phone.ts'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { mateLimit, matesIn } from './steps.ts'
import { texts } from './texts.ts'

/** Asks whom they would like to share a room with, by phone or by the code of a reservation. */
export function MatesPart({ situation, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const titleId = useId()
  const { user, organisation } = useAccount()
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setIsWrong] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const limit = mateLimit(situation)
  const mates = matesIn(situation)
  const isTyped = choice.mate.trim() !== ''
  const read = readMate(choice.mate, [user?.country ?? organisation.country, organisation.country])
  const add = () => {
    setIsWrong(isTyped && read === null)
    if (read !== null) change({ mates: [...new Set([...mates, read])], mate: '' })
  }
  const remove = (mate: string) => {
    change({ mates: mates.filter((one) => one !== mate) })
    // The button that had the focus is gone.
    requestAnimationFrame(() => input.current?.focus())
  }
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('mates')}</h2>
      <p className={classes.hint}>{t('mates_note', { count: limit })}</p>
      {mates.length > 0 ? (
        <ul className={classes.mates}>
          {mates.map((mate) => (
            <li key={mate}>
              <span>{mateInWords(mate)}</span>
              <button
                type="button"
                aria-label={t('mate_remove', { name: mateInWords(mate) })}
                onClick={() => remove(mate)}
              >
                <IconX size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {mates.length > 0 ? <p className={classes.hint}>{t('mates_asked')}</p> : null}
      {mates.length < limit ? (
        <div className={classes.mate}>
          <TextInput
            ref={input}
            id={fieldId('room_mates')}
            label={t('mate')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={30}
            value={choice.mate}
            onChange={({ currentTarget }) => {
              setIsWrong(false)
              setIsMissing(false)
              change({ mate: currentTarget.value })
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
            onBlur={add}
            error={
              isTyped && (isWrong || errorOf('room_mates'))
                ? t('mate_unreadable')
                : isMissing && !isTyped
                  ? t('mate_missing')
                  : errorOf('room_mates')
            }
          />
          <Button
            variant="default"
            onClick={() => {
              setIsMissing(!isTyped)
              add()
            }}
          >
            {t('mate_add')}
          </Button>
        </div>
      ) : null}
      <p className={classes.after}>{t('mates_later')}</p>
    </section>
  )
}
