import { Button, TextInput } from '@mantine/core'
import { identityRoutes, type spouse, spouseBody } from '@shiloh/contract/identity/identity'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { formatDay } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { useAccount } from '#platform/account'
import { ask } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, refetchAll } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { FormDrawer } from '#ui/form/form-drawer'
import { MemberList } from '#ui/list/member-list'
import { PageHeader } from '#ui/shell/page-header'
import { BirthDateField } from '../parts/birth-date-field.tsx'
import { GenderField } from '../parts/choice-fields.tsx'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import { Optional } from '../parts/optional.tsx'
import partClasses from '../parts/parts.module.css'
import { isPossiblePhone } from '../parts/phone.ts'
import { PhoneField } from '../parts/phone-field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { texts as titles } from '../texts.ts'
import { FamilyPart } from './family-part.tsx'
import { KinRow } from './kin-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import classes from './spouse.module.css'
import { SpouseInvitations } from './spouse-invitations.tsx'
import { SpouseLink } from './spouse-link.tsx'
import { SpouseRequests } from './spouse-requests.tsx'
import { texts } from './texts.ts'

type Spouse = z.output<typeof spouse>

/** The spouse list, and the family list below it. */
export function SpousePage() {
  const t = useT(texts)
  const words = useT(parts)
  const title = useT(titles)('spouse_and_family')
  const language = useLanguage()
  const list = useQuery(queryOf(identityRoutes.listSpouses))
  const titlesOfPeople = useQuery(queryOf(organisationRoutes.titlesToChoose))
  const [edited, setEdited] = useState<Spouse | 'new'>()
  const [removing, setRemoving] = useState<Spouse>()
  const add = <Button onClick={() => setEdited('new')}>{t('add')}</Button>
  const titleOf = (id: string | null) => titlesOfPeople.data?.find(({ _id }) => _id === id)?.name
  return (
    <>
      <PageHeader title={title} note={t('note')} actions={list.data && list.data.length > 0 ? add : null} />
      <SpouseInvitations />
      <SpouseRequests />
      <MemberList
        query={list}
        skeleton={{ rows: 1, phone: 165, desktop: 130 }}
        empty={{ title: t('empty'), hint: t('empty_hint'), action: add }}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((one) => (
              <KinRow
                key={one._id}
                name={one.name}
                heading={<h2>{[titleOf(one.title_id), one.name].filter(Boolean).join(' ')}</h2>}
                facts={[
                  words(one.gender),
                  one.birth_date &&
                    t('born', { date: formatDay(one.birth_date, language, 'UTC', { weekdays: false }) }),
                  one.phone && formatPhone(one.phone),
                  one.email,
                ]}
                onEdit={() => setEdited(one)}
                onRemove={() => setRemoving(one)}
              >
                <SpouseLink spouse={one} />
              </KinRow>
            ))}
          </ul>
        )}
      </MemberList>
      <FamilyPart />
      {edited ? <Editor of={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {removing ? (
        <RemoveDialog
          person={removing}
          route={identityRoutes.removeSpouse}
          list={identityRoutes.listSpouses}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </>
  )
}

type SpouseForm = z.input<typeof spouseBody>

function Editor({ of: edited, onClose }: { of: Spouse | undefined; onClose: () => void }) {
  const t = useT(texts)
  const words = useT(parts)
  const { user } = useAccount()
  const client = useQueryClient()
  const titlesOfPeople = useQuery(queryOf(organisationRoutes.titlesToChoose))
  const [key] = useState(newIdempotencyKey)
  const of = useServerForm<SpouseForm>({
    schema: spouseBody,
    values: {
      first_name: edited?.first_name ?? '',
      last_name: edited?.last_name ?? user?.last_name ?? '',
      other_names: edited?.other_names ?? '',
      gender: edited?.gender ?? (user?.gender === 'female' ? 'male' : 'female'),
      birth_date: edited?.birth_date ?? '',
      phone: edited?.phone ?? '',
      email: edited?.email ?? '',
      title_id: edited?.title_id ?? '',
    },
    ...(edited ? {} : { draft: { key: 'spouse', secret: [] } }),
    check: (typed): { phone?: string } => (typed.phone && !isPossiblePhone(typed.phone) ? { phone: 'phone' } : {}),
    async onSubmit(body) {
      if (edited) await ask(identityRoutes.updateSpouse, { params: { id: edited._id }, body })
      else await ask(identityRoutes.createSpouse, { body, idempotencyKey: key })
      sessionStorage.removeItem('draft:spouse')
      await refetchAll(client, [identityRoutes.listSpouses])
      toastDone({ message: t('saved') })
      onClose()
    },
  })
  const { form } = of
  return (
    <FormDrawer title={edited ? t('edit_title', { name: edited.name }) : t('add_title')} onClose={onClose}>
      <AuthForm
        of={of}
        action={words('save')}
        aside={
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
        }
      >
        <div className={partClasses.pair}>
          <TextInput {...bind(form, 'first_name')} label={words('first_name')} autoComplete="off" data-autofocus />
          <TextInput {...bind(form, 'last_name')} label={words('last_name')} autoComplete="off" />
        </div>
        <TextInput
          {...bind(form, 'other_names')}
          label={<Optional>{words('other_names')}</Optional>}
          autoComplete="off"
        />
        <GenderField form={form} name="gender" />
        <SelectField
          form={form}
          name="title_id"
          label={<Optional>{words('title')}</Optional>}
          placeholder={words('choose')}
          choices={titlesOfPeople.data?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
          clearable
        />
        <BirthDateField form={form} name="birth_date" required={false} own={false} />
        <PhoneField
          form={form}
          name="phone"
          label={<Optional>{words('phone')}</Optional>}
          required={false}
          autoComplete="off"
        />
        <TextInput
          {...bind(form, 'email')}
          label={<Optional>{words('email')}</Optional>}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
        />
      </AuthForm>
    </FormDrawer>
  )
}
