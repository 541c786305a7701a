import { Checkbox, TextInput } from '@mantine/core'
import { type Account, profileBody } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useState } from 'react'
import type { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { toastDone } from '#ui/feedback/toast'
import { AvatarField } from '../parts/avatar-field.tsx'
import { BirthDateField } from '../parts/birth-date-field.tsx'
import { GenderField, LanguageField } from '../parts/choice-fields.tsx'
import { CountryField } from '../parts/country-field.tsx'
import { bind, bindCheck, useServerForm } from '../parts/form.tsx'
import { IndustryField } from '../parts/industry-field.tsx'
import { Optional } from '../parts/optional.tsx'
import partClasses from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { Section, SectionForm } from './section.tsx'
import { texts } from './texts.ts'

type Profile = z.input<typeof profileBody>

const valuesOf = (person: Account): Profile => ({
  first_name: person.first_name,
  last_name: person.last_name,
  other_names: person.other_names ?? '',
  gender: person.gender ?? '',
  birth_date: person.birth_date ?? '',
  country: person.country,
  language: person.language,
  industry: person.industry ?? '',
  ...(person.user_type === 'user' && { is_not_member: person.is_not_member }),
})

/** The user's personal details. */
export function ProfileSection({ person }: { person: Account }) {
  const t = useT(texts)
  const words = useT(parts)
  const { organisation } = useAccount()
  const { reloadAccount, setLanguage } = usePageActions()
  const [avatar, setAvatar] = useState<Blob>()
  const [removed, setRemoved] = useState(false)
  const of = useServerForm<Profile>({
    schema: profileBody,
    values: valuesOf(person),
    async onSubmit(typed) {
      const body = removed && !avatar ? { ...typed, remove_avatar: true } : typed
      const saved = await call(identityRoutes.updateProfile, { body, files: { avatar } })
      setAvatar(undefined)
      setRemoved(false)
      of.form.reset(valuesOf(saved))
      if (saved.language !== person.language) setLanguage(saved.language)
      await reloadAccount()
      toastDone({ message: t('saved') })
    },
  })
  const { form } = of
  return (
    <Section name="profile" hint={t('profile_hint')}>
      <SectionForm of={of} section={t('profile')} action={t('save_profile')} changed={avatar !== undefined || removed}>
        <AvatarField
          url={removed ? null : person.avatar_url}
          chosen={avatar}
          onChoose={setAvatar}
          onRemove={() => setRemoved(true)}
        />
        <div className={partClasses.pair}>
          <TextInput {...bind(form, 'first_name')} label={words('first_name')} autoComplete="given-name" />
          <TextInput {...bind(form, 'last_name')} label={words('last_name')} autoComplete="family-name" />
        </div>
        <TextInput
          {...bind(form, 'other_names')}
          label={<Optional>{words('other_names')}</Optional>}
          autoComplete="additional-name"
        />
        <GenderField form={form} name="gender" />
        <BirthDateField form={form} name="birth_date" required={false} />
        <CountryField form={form} name="country" />
        <LanguageField form={form} name="language" />
        <IndustryField form={form} name="industry" present={person.industry} />
        {person.user_type === 'user' ? (
          <Checkbox
            {...bindCheck(form, 'is_not_member')}
            className={partClasses.check ?? ''}
            label={words('not_member', { church: organisation.name })}
          />
        ) : null}
      </SectionForm>
    </Section>
  )
}
