import { Checkbox, TextInput } from '@mantine/core'
import type { UserType } from '@shiloh/contract/core'
import { wrongDoor } from '@shiloh/contract/error-data'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { SIGN_IN_KINDS, type SignInKind, type SignInWay, signInWay } from '@shiloh/contract/identity/painted'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useContext, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { pageToRestore } from '#platform/guard'
import { I18nContext, useT } from '#platform/i18n'
import { readTickets } from '#platform/kept-tickets'
import { session } from '#platform/session'
import { usedSignInWay } from '#platform/sign-in-way'
import { LinkButton } from '#ui/base/link-button'
import { AlreadySignedIn } from '../parts/already-signed-in.tsx'
import { isJustSent } from '../parts/countdown.ts'
import { AuthForm, bind, bindCheck, useServerForm } from '../parts/form.tsx'
import { AuthPage, Note } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { PasswordField } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { useEventAhead } from '../parts/use-event-ahead.ts'
import { requestCode, signIn, useEnter } from '../queries.ts'
import { ChoosePerson } from './choose-person.tsx'
import { OtherWay } from './other-way.tsx'
import { StaffPasskey } from './staff-passkey.tsx'
import { texts } from './texts.ts'
import { useAnswer } from './use-answer.ts'

/** Milliseconds for which a code works. */
const CODE_WORKS_MS = 10 * 60_000

const credentials = z.object({
  who: z.string().trim().min(1, { error: 'required' }).max(254),
  password: z.string().min(1, { error: 'required' }),
  keep: z.boolean(),
})
/** A code needs no password. One that was typed before stays in its field. */
const codeRequest = credentials.extend({ password: z.string() })

/** Sign in: members and vendors, staff, or volunteers at the gate. */
export function LoginPage() {
  const t = useT(texts)
  const { as = 'user', with: asked } = useSearch({ from: '/auth/login' })
  const [used] = useState(usedSignInWay)
  const { user } = useAccount()
  const { enter, entering } = useEnter()
  // The login name typed on the wrong page, prefilled on the right one.
  const [typed, setTyped] = useState<string>()
  // They arrived signed in, or signed in in another tab, as opposed to on this page.
  if (user && !entering) return <AlreadySignedIn title={t('welcome_back')} user={user} />
  const way = signInWay(as, asked, used)
  return <SignIn key={as} kind={as} way={way} typed={typed} onTyped={setTyped} onSignedIn={enter} />
}

const DOORS: Readonly<Record<UserType, SignInKind>> = {
  user: 'user',
  vendor: 'user',
  admin: 'admin',
  checkin_user: 'check-in',
}

/** Returns the right sign-in if the password belongs to another kind of account. */
const otherDoor = (error: unknown): SignInKind | undefined => {
  if (!(error instanceof ApiError && error.code === 'wrong_door')) return undefined
  const said = wrongDoor.safeParse(error.data)
  return said.success ? DOORS[said.data.user_type] : undefined
}

/** Returns the title of the member's page that somebody is on the way to. Undefined: it is the home, or of no member. */
function usePageAhead(): string | undefined {
  const router = useRouter()
  const i18n = useContext(I18nContext)
  const [page] = useState(() => pageToRestore('user', '/home', session.lastPage()))
  const matched = page === undefined ? [] : router.getMatchedRoutes(page.split(/[?#]/)[0] ?? page)[0]
  // Only the root matches an address without a page.
  return matched.length > 1 ? matched.at(-1)?.options.staticData?.title(i18n) : undefined
}

interface SignInProps {
  kind: SignInKind
  way: SignInWay
  typed: string | undefined
  onTyped: (who: string) => void
  onSignedIn: () => Promise<void>
}

function SignIn({ kind, way, typed, onTyped, onSignedIn }: SignInProps) {
  const t = useT(texts)
  const words = useT(parts)
  const navigate = useNavigate()
  const { asked, setAsked, goOn } = useAnswer(onSignedIn)
  const { settings, organisation } = useAccount()
  const ahead = useEventAhead()
  const page = usePageAhead()
  // Who sent a link to share a room, and for which event, is said only to somebody who has signed in.
  const [isToAnswer] = useState(() => session.lastPage()?.startsWith('/room-mates#') ?? false)
  const [isToTake] = useState(() => session.lastPage()?.startsWith('/offers/') ?? false)
  const minutes = settings.security_settings.idle_timeout
  const [endedBy] = useState(() => session.endedBy())
  const [whoseEnded] = useState(() => (kind === 'check-in' ? undefined : session.whoseEnded()))
  const [hasTickets] = useState(() => readTickets(Date.now()).length > 0)
  const [registered] = useState(() => session.registeredEmail())
  // A code that was sent before stays good while another one has to wait.
  const [requested] = useState(() => (kind === 'user' ? session.codeToEnter() : undefined))
  const [isGood] = useState(() => requested !== undefined && Date.now() < requested.at + CODE_WORKS_MS)
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [door, setDoor] = useState<SignInKind>()
  const of = useServerForm({
    schema: way === 'code' ? codeRequest : credentials,
    values: { who: typed ?? registered ?? requested?.who ?? whoseEnded ?? '', password: '', keep: false },
    async onSubmit({ who, password, keep }) {
      setUnconfirmed(undefined)
      setDoor(undefined)
      if (way === 'code') {
        try {
          await requestCode(who, keep)
        } catch (error) {
          if (!(error instanceof ApiError && isJustSent(error))) throw error
          throw new ApiError({ ...error, message: words('code_just_sent') })
        }
        await navigate({ to: '/auth/code' })
        return
      }
      try {
        const answer = await signIn(kind, who, password, keep)
        session.rememberRegistration(undefined)
        await goOn(answer)
      } catch (error) {
        const other = otherDoor(error)
        if (other) {
          onTyped(who)
          setDoor(other)
          return
        }
        if (error instanceof ApiError && error.code === 'account_unconfirmed' && who.includes('@'))
          setUnconfirmed(who.trim())
        throw error
      }
    },
  })
  const { form, refuse } = of
  const wayBefore = useRef(way)
  const sendsCode = useRef(false)
  const { submit } = of
  useEffect(() => {
    if (wayBefore.current === way) return
    wayBefore.current = way
    setUnconfirmed(undefined)
    setDoor(undefined)
    refuse(undefined)
    form.clearErrors()
    // Asking for a code is consent to sending it.
    const isAsked = sendsCode.current && way === 'code' && form.getValues('who').trim() !== ''
    sendsCode.current = false
    if (isAsked) submit()
    else form.setFocus(way === 'password' && form.getValues('who').trim() !== '' ? 'password' : 'who')
  }, [way, form, refuse, submit])
  const resend = async (email: string) => {
    await call(identityRoutes.resendConfirmation, { body: { email } })
    session.rememberRegistration(email)
    await navigate({ to: '/auth/register/confirm-email' })
  }
  if (asked) return <ChoosePerson asked={asked} onChosen={goOn} onBack={() => setAsked(undefined)} />
  const lead =
    kind === 'user' && isToAnswer
      ? t('lead_room_mate')
      : kind === 'user' && isToTake
        ? t('lead_offer')
        : kind === 'user' && ahead.name
          ? t(endedBy ? 'lead_ahead_kept' : 'lead_ahead', { event: ahead.name })
          : kind === 'user' && page && !ahead.id && !endedBy
            ? t('lead_page', { page })
            : t(`lead_${kind}`, { church: organisation.name })
  return (
    <AuthPage
      title={kind === 'user' ? words('sign_in') : t(`title_${kind}`)}
      lead={lead}
      below={
        <>
          {kind === 'user' && !settings.sign_ups_disabled ? (
            <p>
              <span className="dim">{t('new_here')}</span> <Link to="/auth/register">{t('create_account')}</Link>
            </p>
          ) : null}
          {kind === 'user' && hasTickets ? (
            <p>
              <Link to="/reservations/tickets">{t('tickets')}</Link>
            </p>
          ) : null}
          <nav aria-label={t('other_sign_in')} className={classes.otherDoors}>
            {SIGN_IN_KINDS.filter((other) => other !== kind).map((other) => (
              <Link key={other} to="/auth/login" search={other === 'user' ? {} : { as: other }}>
                {t(other === 'user' ? 'to_user' : `title_${other}`)}
              </Link>
            ))}
          </nav>
        </>
      }
    >
      {way === 'passkey' ? <StaffPasskey isFirst onSignedIn={onSignedIn} onProblem={of.refuse} /> : null}
      <AuthForm
        of={of}
        action={way === 'code' ? t('send_me_code') : words('sign_in')}
        second={way === 'passkey' || door !== undefined}
        wayOut={
          unconfirmed ? (
            <p>
              <button
                type="button"
                className={classes.textButton}
                onClick={() =>
                  void resend(unconfirmed).catch((error: unknown) =>
                    of.refuse(error instanceof Error ? error.message : undefined),
                  )
                }
              >
                {t('resend_confirmation')}
              </button>
            </p>
          ) : undefined
        }
      >
        {settings.general_settings.enable_maintenance_mode ? <Note>{t('maintenance')}</Note> : null}
        {door ? <OtherDoor door={door} /> : null}
        {endedBy && !door ? (
          <Note tone={endedBy === 'erased' ? 'ok' : 'info'}>{t(`ended_${endedBy}`, { minutes })}</Note>
        ) : null}
        <TextInput
          {...bind(of.form, 'who')}
          label={t('handle')}
          description={way === 'code' ? t('send_me_code_hint') : undefined}
          type="text"
          inputMode={kind === 'admin' ? 'email' : 'text'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        {way === 'code' ? null : (
          <PasswordField
            form={of.form}
            name="password"
            label={words('password')}
            autoComplete="current-password"
            aside={
              <Link to="/auth/forgot-password" search={kind === 'user' ? {} : { as: kind }} className={classes.aside}>
                {t('forgotten')}
              </Link>
            }
          />
        )}
        {kind === 'user' ? (
          <Checkbox {...bindCheck(of.form, 'keep')} label={t('keep')} className={classes.check ?? ''} />
        ) : null}
      </AuthForm>
      {kind === 'user' && way === 'code' && requested && isGood ? (
        <Link to="/auth/code" className={classes.textLink}>
          {t('enter_sent')}
        </Link>
      ) : null}
      {kind === 'user' ? (
        <OtherWay
          way={way === 'code' ? 'password' : 'code'}
          onChoose={() => {
            sendsCode.current = way === 'password'
          }}
        />
      ) : null}
      {kind === 'admin' && way !== 'passkey' ? <StaffPasskey onSignedIn={onSignedIn} onProblem={of.refuse} /> : null}
    </AuthPage>
  )
}

/** Links to the right sign-in if the password belongs to another kind of account. */
function OtherDoor({ door }: { door: SignInKind }) {
  const t = useT(texts)
  const name = t(`to_${door}`)
  return (
    <div role="status" className={classes.otherDoor}>
      <Note tone="warn">
        <p>
          <b>{t('door_title', { door: name })}</b>
        </p>
        <p>{t('door_text')}</p>
      </Note>
      <LinkButton to="/auth/login" search={door === 'user' ? { with: 'password' } : { as: door }} fullWidth>
        {t(`go_${door}`)}
      </LinkButton>
      <p className={classes.doorHint}>{t('door_hint')}</p>
    </div>
  )
}
