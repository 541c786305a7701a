import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { familyMemberBody, identityRoutes } from '@shiloh/contract/identity/identity'
import { ageOn, FAMILY_RELATIONS } from '@shiloh/contract/reservations/party'
import { formatDay } from '@shiloh/contract/text/format'
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
import { BirthDateField } from '../parts/birth-date-field.tsx'
import { GenderField } from '../parts/choice-fields.tsx'
import { AuthForm, bind, useServerForm } from '../parts/form.tsx'
import partClasses from '../parts/parts.module.css'
import { texts as parts } from '../parts/texts.ts'
import { texts as family } from './family-texts.ts'
import { KinRow } from './kin-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import classes from './spouse.module.css'
import { texts } from './texts.ts'

type Member = DataOf<typeof identityRoutes.listFamily>[number]

/** Children and companions, beside the spouse list. */
export function FamilyPart() {
  const t = useT(texts)
  const say = useT(family)
  const words = useT(parts)
  const language = useLanguage()
  const list = useQuery(queryOf(identityRoutes.listFamily))
  const [edited, setEdited] = useState<Member | 'new'>()
  const [removing, setRemoving] = useState<Member>()
  const today = new Date().toISOString().slice(0, 10)
  const add = (
    <Button variant="default" onClick={() => setEdited('new')}>
      {say('add')}
    </Button>
  )
  return (
    <section className={classes.family} aria-labelledby="family">
      <div className={classes.familyHead}>
        <h2 id="family">{say('title')}</h2>
        {list.data && list.data.length > 0 ? add : null}
      </div>
      <MemberList
        query={list}
        skeleton={{ rows: 2, phone: 130, desktop: 85 }}
        empty={{ title: say('empty'), hint: say('empty_hint'), action: add }}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((one) => (
              <KinRow
                key={one._id}
                name={one.name}
                heading={<h3>{one.name}</h3>}
                facts={[
                  say(one.relation),
                  words(one.gender),
                  one.birth_date && say('age', { age: ageOn(one.birth_date, today) }),
                  one.birth_date &&
                    t('born', { date: formatDay(one.birth_date, language, 'UTC', { weekdays: false }) }),
                ]}
                onEdit={() => setEdited(one)}
                onRemove={() => setRemoving(one)}
              />
            ))}
          </ul>
        )}
      </MemberList>
      {edited ? <Editor of={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
      {removing ? (
        <RemoveDialog
          person={removing}
          route={identityRoutes.removeFamilyMember}
          list={identityRoutes.listFamily}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </section>
  )
}

type MemberForm = z.input<typeof familyMemberBody>

function Editor({ of: edited, onClose }: { of: Member | undefined; onClose: () => void }) {
  const t = useT(texts)
  const say = useT(family)
  const words = useT(parts)
  const { user } = useAccount()
  const client = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const of = useServerForm<MemberForm>({
    schema: familyMemberBody,
    values: {
      relation: edited?.relation ?? 'child',
      first_name: edited?.first_name ?? '',
      last_name: edited?.last_name ?? user?.last_name ?? '',
      ...(edited && { gender: edited.gender }),
      birth_date: edited?.birth_date ?? '',
    },
    check: (typed): { birth_date?: string } =>
      typed.relation === 'child' && !typed.birth_date ? { birth_date: 'required' } : {},
    async onSubmit({ relation, ...body }) {
      if (edited) await ask(identityRoutes.updateFamilyMember, { params: { id: edited._id }, body })
      else await ask(identityRoutes.addFamilyMember, { body: { relation, ...body }, idempotencyKey: key })
      await refetchAll(client, [identityRoutes.listFamily])
      toastDone({ message: t('saved') })
      onClose()
    },
  })
  const { form } = of
  return (
    <FormDrawer title={edited ? t('edit_title', { name: edited.name }) : say('add')} onClose={onClose}>
      <AuthForm
        of={of}
        action={words('save')}
        aside={
          <Button variant="subtle" color="gray" onClick={onClose}>
            {words('cancel')}
          </Button>
        }
      >
        {edited ? null : (
          <NativeSelect
            {...bind(form, 'relation')}
            label={say('relation')}
            data={FAMILY_RELATIONS.map((value) => ({ value, label: say(value) }))}
            data-autofocus
          />
        )}
        <div className={partClasses.pair}>
          <TextInput {...bind(form, 'first_name')} label={words('first_name')} autoComplete="off" />
          <TextInput {...bind(form, 'last_name')} label={words('last_name')} autoComplete="off" />
        </div>
        <GenderField form={form} name="gender" />
        <BirthDateField form={form} name="birth_date" required={form.watch('relation') === 'child'} own={false} />
      </AuthForm>
    </FormDrawer>
  )
}
