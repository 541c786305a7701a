import { Button } from '@mantine/core'
import type { LoginAnswer } from '@shiloh/contract/identity/sign-in'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { Avatar } from '#ui/base/avatar'
import { AuthPage } from '../parts/page.tsx'
import { chooseAccount } from '../queries.ts'
import classes from './choose-person.module.css'
import { texts } from './texts.ts'

export type PersonAsked = Extract<LoginAnswer, { account_choice_required: true }>

interface ChoosePersonProps {
  asked: PersonAsked
  /** A code was entered, and no password. */
  byCode?: boolean
  onChosen: (answer: LoginAnswer) => Promise<void>
  onBack: () => void
}

/** Chooses among people who share a phone. Shown only after the password or the code. */
export function ChoosePerson({ asked, byCode = false, onChosen, onBack }: ChoosePersonProps) {
  const t = useT(texts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (id: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onChosen(await chooseAccount(asked.account_choice_token, id))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthPage title={t('who_title')} lead={t(byCode ? 'who_lead_code' : 'who_lead', { count: asked.accounts.length })}>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
      <ul className={classes.people}>
        {asked.accounts.map(({ _id, name }) => (
          <li key={_id}>
            <button type="button" disabled={busy} onClick={() => void choose(_id)}>
              <Avatar name={name} url={null} />
              <span>{name}</span>
              <IconChevronRight size={18} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <p className="dim small">{t(byCode ? 'who_hint_code' : 'who_hint')}</p>
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('who_back')}
      </Button>
    </AuthPage>
  )
}
