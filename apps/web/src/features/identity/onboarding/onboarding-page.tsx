import { Checkbox, TextInput } from '@mantine/core'
import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes, onboardingBody } from '@shiloh/contract/identity/identity'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { useState } from 'react'
import type { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { AvatarField } from '../parts/avatar-field.tsx'
import { BirthDateField } from '../parts/birth-date-field.tsx'
import { GenderField, LanguageField } from '../parts/choice-fields.tsx'
import { ChurchFields, churchBody, churchValues } from '../parts/church-fields.tsx'
import { CountryField } from '../parts/country-field.tsx'
import { AuthForm, bind, bindCheck, forgetDraft, useServerForm } from '../parts/form.tsx'
import { IndustryField } from '../parts/industry-field.tsx'
import { Optional } from '../parts/optional.tsx'
import { AuthPage } from '../parts/page.tsx'
import classes from '../parts/parts.module.css'
import { isPossiblePhone } from '../parts/phone.ts'
import { PhoneField } from '../parts/phone-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { useEventAhead } from '../parts/use-event-ahead.ts'
import { useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/** Members in Ghana also give their place in the church (docs/domain.md#people). */
const asksForChurch = (country: string, isNotMember: boolean) => country === 'GH' && !isNotMember

/** 'Provide your details': personal details, then the place in the church. */
export function OnboardingPage() {
  const { user } = useAccount()
  const [person, setPerson] = useState(user)
  const [step, setStep] = useState<'basic' | 'church'>(
    user?.has_completed_basic_requirement && asksForChurch(user.country, user.is_not_member) ? 'church' : 'basic',
  )
  // People who belong to no assembly say so beside their other details.
  const [isNoMember, setIsNoMember] = useState(false)
  const { enter } = useEnter()
  if (!person) return null
  return step === 'basic' ? (
    <Basics
      person={person}
      isNoMember={isNoMember}
      onSaved={async (saved) => {
        setPerson(saved)
        if (asksForChurch(saved.country, saved.is_not_member)) setStep('church')
        else await enter()
      }}
    />
  ) : (
    <Belonging
      person={person}
      onSaved={enter}
      onBack={(isNone) => {
        setIsNoMember(isNone)
        setStep('basic')
      }}
    />
  )
}

function SignOut() {
  const words = useT(parts)
  const { signOut } = usePageActions()
  return (
    <button type="button" className={classes.textButton} onClick={signOut}>
      {words('sign_out')}
    </button>
  )
}

type Basic = z.input<typeof onboardingBody>

const draft = { key: 'onboarding', secret: [] } as const

/** Fields that registration has asked for, beside the picture. */
const KNOWN = ['first_name', 'last_name', 'country', 'phone', 'language', 'is_not_member'] as const

/** What is known already. It is not asked again, and can be changed. */
function Known({ name, phone, onChange }: { name: string; phone: string; onChange: () => void }) {
  const t = useT(texts)
  return (
    <div className={classes.known}>
      <div>
        <b>{name}</b>
        <p className="dim num">{formatPhone(phone)}</p>
      </div>
      <button type="button" className={classes.textButton} aria-label={t('change_known_named')} onClick={onChange}>
        {t('change_known')}
      </button>
    </div>
  )
}

interface BasicsProps {
  person: Account
  /** They have said that they belong to no assembly. What registration knows is shown, to be changed. */
  isNoMember: boolean
  onSaved: (saved: Account) => Promise<void>
}

function Basics({ person, isNoMember, onSaved }: BasicsProps) {
  const t = useT(texts)
  const title = useT(titles)('onboarding')
  const words = useT(parts)
  const { organisation } = useAccount()
  const { setLanguage } = usePageActions()
  // What they came for: in this browser, or when they registered.
  const ahead = useEventAhead().name ?? person.wanted_event?.name
  const [avatar, setAvatar] = useState<Blob>()
  const values: Partial<Basic> = {
    first_name: person.first_name,
    last_name: person.last_name,
    other_names: person.other_names ?? '',
    birth_date: person.birth_date ?? '',
    phone: person.phone ?? '',
    country: person.country,
    language: person.language,
    industry: person.industry ?? '',
    is_not_member: isNoMember || person.is_not_member,
    ...(person.gender && { gender: person.gender }),
  }
  const of = useServerForm<Basic>({
    schema: onboardingBody,
    values,
    draft,
    check: ({ phone }) => (phone !== '' && !isPossiblePhone(phone) ? { phone: 'phone' } : {}),
    async onSubmit(body) {
      const saved = await call(identityRoutes.completeOnboarding, { body, files: { avatar } })
      forgetDraft(draft.key)
      setLanguage(saved.language)
      await onSaved(saved)
    },
  })
  const { form } = of
  const { errors } = form.formState
  const isKnown = [person.first_name, person.last_name, person.phone, person.country].every(Boolean)
  const [changing, setChanging] = useState(isNoMember || !isKnown)
  // A problem with a field has to be seen.
  const isOpen = changing || KNOWN.some((name) => errors[name])
  const twoSteps = asksForChurch(form.watch('country'), form.watch('is_not_member') === true)
  return (
    <AuthPage
      title={title}
      lead={
        <>
          {twoSteps ? <p className="small">{t('step', { step: 1, of: 2 })}</p> : null}
          <p>{ahead ? t('lead_ahead', { event: ahead }) : t('basic_lead')}</p>
        </>
      }
      below={<SignOut />}
    >
      <AuthForm of={of} action={t(twoSteps ? 'finish_basic' : 'finish')}>
        {isOpen ? (
          <>
            <div className={classes.pair}>
              <TextInput
                {...bind(form, 'first_name')}
                label={words('first_name')}
                autoComplete="given-name"
                required
                withAsterisk={false}
              />
              <TextInput
                {...bind(form, 'last_name')}
                label={words('last_name')}
                autoComplete="family-name"
                required
                withAsterisk={false}
              />
            </div>
            <CountryField form={form} name="country" />
            <PhoneField form={form} name="phone" />
            <LanguageField form={form} name="language" />
            <AvatarField url={person.avatar_url} chosen={avatar} onChoose={setAvatar} />
            <Checkbox
              {...bindCheck(form, 'is_not_member')}
              className={classes.check ?? ''}
              label={words('not_member', { church: organisation.name })}
              description={form.watch('country') === 'GH' ? t('not_member_hint') : undefined}
            />
          </>
        ) : (
          <Known
            name={`${form.watch('first_name')} ${form.watch('last_name')}`}
            phone={form.watch('phone')}
            onChange={() => setChanging(true)}
          />
        )}
        <TextInput
          {...bind(form, 'other_names')}
          label={<Optional>{words('other_names')}</Optional>}
          autoComplete="additional-name"
        />
        <GenderField form={form} name="gender" />
        <BirthDateField form={form} name="birth_date" />
        <IndustryField form={form} name="industry" present={person.industry} />
      </AuthForm>
    </AuthPage>
  )
}

interface BelongingProps {
  person: Account
  onSaved: () => Promise<void>
  /** Back to one's details, to say there that one belongs to no assembly or for something else. */
  onBack: (isNone: boolean) => void
}

function Belonging({ person, onSaved, onBack }: BelongingProps) {
  const t = useT(texts)
  const words = useT(parts)
  const { organisation } = useAccount()
  const title = useT(titles)('onboarding')
  const of = useServerForm({
    schema: churchBody,
    values: churchValues(person),
    draft: { key: 'onboarding church', secret: [] },
    async onSubmit(body) {
      await call(identityRoutes.onboard, { body })
      forgetDraft('onboarding church')
      await onSaved()
    },
  })
  return (
    <AuthPage
      title={title}
      lead={
        <>
          <p className="small">{t('step', { step: 2, of: 2 })}</p>
          <p>{t('church_lead')}</p>
        </>
      }
      below={
        <>
          <button type="button" className={classes.textButton} onClick={() => onBack(true)}>
            {words('not_member', { church: organisation.name })}
          </button>
          <button type="button" className={classes.textButton} onClick={() => onBack(false)}>
            {t('back_to_basics')}
          </button>
          <SignOut />
        </>
      }
    >
      <AuthForm of={of} action={t('finish')}>
        <ChurchFields form={of.form} person={person} />
      </AuthForm>
    </AuthPage>
  )
}
