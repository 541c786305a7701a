import { Switch, TextInput } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import { ChoiceSelect } from '#ui/form/choice-select'
import { DayInput } from '#ui/form/day-input'
import { useFocused } from '#ui/form/first-field'
import { PickSelect } from '#ui/form/pick-select'
import { fieldId } from '../../reserve/step.ts'
import classes from './make.module.css'
import type { TypedPerson } from './person.ts'
import { texts } from './texts.ts'

export interface Who {
  readonly kind: 'user' | 'person'
  readonly user: { readonly _id: string; readonly name: string } | null
  readonly person: TypedPerson
}

interface WhoFieldsProps {
  who: Who
  onChange: (who: Who) => void
  errorOf: (field: string) => string | undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The person: an account, found by name, e-mail or phone, or somebody without one. */
export function WhoFields({ who, onChange, errorOf }: WhoFieldsProps) {
  const t = useT(texts)
  const can = useCan()
  const focused = useFocused(who.user === null)
  const { person } = who
  const type = (patch: Partial<TypedPerson>) => onChange({ ...who, person: { ...person, ...patch } })
  const input = (field: keyof TypedPerson) => ({
    id: fieldId(`person.${field}`),
    error: errorOf(`person.${field}`),
    autoComplete: 'off',
  })
  return (
    <section className={classes.part}>
      <h2 id="for-whom">{t('who')}</h2>
      {can('users.read') ? (
        <div className={classes.kinds}>
          <Segments
            labelledBy="for-whom"
            value={who.kind}
            onChange={(kind) => onChange({ ...who, kind })}
            choices={[
              { value: 'user', label: t('has_account') },
              { value: 'person', label: t('no_account') },
            ]}
          />
        </div>
      ) : null}
      {who.kind === 'user' ? (
        <PickSelect
          id={fieldId('user_id')}
          ref={focused}
          openOnFocus={false}
          label={t('person')}
          description={t('person_hint')}
          route={authorizationRoutes.pickUsers}
          query={{ user_type: 'user' }}
          value={who.user?._id ?? null}
          picked={who.user ? [who.user] : []}
          onChange={(user) => onChange({ ...who, user })}
          onClear={() => onChange({ ...who, user: null })}
          note={({ email, phone }) => [isText(phone) && formatPhone(phone), email].filter(isText).join(', ')}
          error={errorOf('user_id')}
        />
      ) : (
        <>
          <p className="dim">{t('no_account_hint')}</p>
          <div className={classes.fields}>
            <TextInput
              {...input('first_name')}
              label={t('first_name')}
              maxLength={100}
              value={person.first_name}
              onChange={(event) => type({ first_name: event.currentTarget.value })}
            />
            <TextInput
              {...input('last_name')}
              label={t('last_name')}
              maxLength={100}
              value={person.last_name}
              onChange={(event) => type({ last_name: event.currentTarget.value })}
            />
            <TextInput
              {...input('phone')}
              label={t('phone')}
              type="tel"
              inputMode="tel"
              value={person.phone}
              onChange={(event) => type({ phone: event.currentTarget.value })}
            />
            <TextInput
              {...input('email')}
              label={t('email')}
              type="email"
              inputMode="email"
              value={person.email}
              onChange={(event) => type({ email: event.currentTarget.value })}
            />
            <ChoiceSelect
              {...input('gender')}
              label={t('gender')}
              description={t('gender_hint')}
              placeholder={t('unknown')}
              choices={[
                { value: 'male', label: t('male') },
                { value: 'female', label: t('female') },
              ]}
              value={person.gender}
              onChange={(gender) => type({ gender })}
              onClear={() => type({ gender: null })}
            />
            <DayInput
              {...input('birth_date')}
              label={t('birth_date')}
              description={t('birth_date_hint')}
              defaultLevel="decade"
              clearable
              value={person.birth_date || null}
              onChange={(day) => type({ birth_date: day ?? '' })}
            />
            <ChoiceSelect
              {...input('language')}
              label={t('language')}
              choices={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
              value={person.language}
              onChange={(language) => type({ language })}
            />
          </div>
          <Switch
            label={t('is_not_member')}
            checked={person.is_not_member}
            onChange={(event) => type({ is_not_member: event.currentTarget.checked })}
          />
        </>
      )}
    </section>
  )
}
