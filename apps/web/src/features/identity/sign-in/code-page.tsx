import { formatTime } from '@shiloh/contract/text/format'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { session } from '#platform/session'
import { CodeField, ResendCode } from '../parts/code-field.tsx'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { requestCode, signInWithCode, useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { ChoosePerson } from './choose-person.tsx'
import { codeBody, isSpent } from './mfa-page.tsx'
import { texts } from './texts.ts'
import { useAnswer } from './use-answer.ts'

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Signs in with the code that was requested on the sign-in page. */
export function CodePage() {
  const t = useT(texts)
  const title = useT(titles)('code')
  const words = useT(parts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { enter } = useEnter()
  const { asked, goOn } = useAnswer(enter)
  const [requested, setRequested] = useState(() => session.codeToEnter())
  const [spent, setSpent] = useState(false)
  const of = useServerForm({
    schema: codeBody,
    values: { code: '' },
    async onSubmit({ code }) {
      try {
        await goOn(await signInWithCode(code))
      } catch (error) {
        setSpent(isSpent(error))
        of.form.setValue('code', '')
        throw error
      }
    },
  })
  if (!requested) return <Navigate to="/auth/login" replace />
  const back = () => void navigate({ to: '/auth/login', search: { with: 'code' } })
  if (asked) return <ChoosePerson asked={asked} byCode onChosen={goOn} onBack={back} />
  const send = async () => {
    await requestCode(requested.who, session.isKeptOnDevice())
    setRequested(session.codeToEnter())
    setSpent(false)
    of.refuse(undefined)
    of.form.clearErrors()
  }
  return (
    <AuthPage
      title={title}
      back={
        <Link to="/auth/login" search={{ with: 'code' }} className={classes.back}>
          <IconArrowLeft size={17} aria-hidden />
          {t('who_back')}
        </Link>
      }
      lead={t('code_lead', { who: requested.who, time: formatTime(new Date(requested.at), language, here) })}
      below={
        <>
          <p className="dim small">{t('code_none')}</p>
          <Link to="/auth/login" search={{ with: 'password' }} className={classes.textLink}>
            {t('use_password')}
          </Link>
        </>
      }
    >
      <AuthForm of={spent ? { ...of, refusal: t('code_spent') } : of} action={words('sign_in')}>
        <CodeField of={of} name="code" />
        <ResendCode sentAt={spent ? undefined : requested.at} onSend={send} onProblem={of.refuse} />
      </AuthForm>
    </AuthPage>
  )
}
