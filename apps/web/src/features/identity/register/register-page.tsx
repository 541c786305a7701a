import { Checkbox, TextInput } from '@mantine/core'
import { identityRoutes, registerBody } from '@shiloh/contract/identity/identity'
import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { session } from '#platform/session'
import { Rich } from '#ui/base/rich'
import { AlreadySignedIn } from '../parts/already-signed-in.tsx'
import { AvatarField } from '../parts/avatar-field.tsx'
import { CountryField } from '../parts/country-field.tsx'
import { AuthForm, bind, bindCheck, forgetDraft, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { NewPasswordFields, newPasswordProblems } from '../parts/password-field.tsx'
import { isPossiblePhone } from '../parts/phone.ts'
import { PhoneField } from '../parts/phone-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { useEventAhead } from '../parts/use-event-ahead.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

type Registration = z.input<typeof registerBody>

const draft = { key: 'register', secret: ['password', 'password_confirmation'] } as const

/** Creates an account. Somebody who has one and is signed in with it is told so. */
export function RegisterPage() {
  const title = useT(titles)('register')
  const { user } = useAccount()
  return user ? <AlreadySignedIn title={title} user={user} /> : <Register title={title} />
}

function Register({ title }: { title: string }) {
  const t = useT(texts)
  const words = useT(parts)
  const rule = useT(PASSWORD_TEXTS)
  const navigate = useNavigate()
  const language = useLanguage()
  const { organisation, settings } = useAccount()
  const [avatar, setAvatar] = useState<Blob>()
  const ahead = useEventAhead()
  const values: Registration = {
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    country: organisation.country,
    password: '',
    password_confirmation: '',
    is_not_member: false,
    accept_terms: false,
  }
  const of = useServerForm<Registration>({
    schema: registerBody,
    values,
    draft,
    check: (typed) => ({
      ...newPasswordProblems(settings.password_complexity_settings, rule, typed),
      ...(typed.phone !== '' && !isPossiblePhone(typed.phone) && { phone: 'phone' }),
    }),
    async onSubmit(typed) {
      const answer = await call(identityRoutes.register, {
        body: { ...typed, language, ...(ahead.id && { event: ahead.id }) },
        files: { avatar },
      })
      forgetDraft(draft.key)
      session.rememberRegistration(answer.email)
      await navigate({
        to: '/auth/register/success',
        search: answer.requires_approval ? { approval: true } : {},
        replace: true,
      })
    },
  })
  const { form } = of
  const legal = (to: string) => (text: string) => (
    <a href={to} target="_blank" rel="noopener">
      {text}
    </a>
  )
  return (
    <AuthPage
      title={title}
      lead={ahead.name ? t('lead_ahead', { event: ahead.name }) : t('lead', { church: organisation.name })}
      below={
        <p>
          <span className="dim">{t('have_account')}</span> <Link to="/auth/login">{words('sign_in')}</Link>
        </p>
      }
    >
      <AuthForm of={of} action={t('create')}>
        <div className={classes.pair}>
          <TextInput
            {...bind(form, 'first_name')}
            label={words('first_name')}
            autoComplete="given-name"
            autoCapitalize="words"
            required
            withAsterisk={false}
          />
          <TextInput
            {...bind(form, 'last_name')}
            label={words('last_name')}
            autoComplete="family-name"
            autoCapitalize="words"
            required
            withAsterisk={false}
          />
        </div>
        <TextInput
          {...bind(form, 'email')}
          label={words('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <CountryField form={form} name="country" />
        <PhoneField form={form} name="phone" hint={t('phone_hint')} />
        <NewPasswordFields
          form={form}
          password="password"
          confirmation="password_confirmation"
          label={words('password')}
        />
        <AvatarField url={null} chosen={avatar} onChoose={setAvatar} />
        <div>
          <Checkbox
            {...bindCheck(form, 'is_not_member')}
            className={classes.check ?? ''}
            label={words('not_member', { church: organisation.name })}
          />
          <Checkbox
            {...bindCheck(form, 'accept_terms')}
            className={classes.check ?? ''}
            label={<Rich text={t('terms')} parts={{ terms: legal('/terms'), privacy: legal('/privacy-policy') }} />}
            required
          />
        </div>
      </AuthForm>
    </AuthPage>
  )
}
