import type { Account } from '@shiloh/contract/identity/account'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { toastDone } from '#ui/feedback/toast'
import { ChurchFields, churchBody, churchValues } from '../parts/church-fields.tsx'
import { useServerForm } from '../parts/form.tsx'
import { Section, SectionForm } from './section.tsx'
import { texts } from './texts.ts'

/** A member's place in the church. */
export function ChurchSection({ person }: { person: Account }) {
  const t = useT(texts)
  const { reloadAccount } = usePageActions()
  const of = useServerForm({
    schema: churchBody,
    values: churchValues(person),
    async onSubmit(body) {
      const saved = await call(identityRoutes.onboard, { body })
      of.form.reset(churchValues(saved))
      await reloadAccount()
      toastDone({ message: t('saved') })
    },
  })
  return (
    <Section name="church" hint={t('church_hint')}>
      <SectionForm of={of} section={t('church')} action={t('save_church')}>
        <ChurchFields form={of.form} person={person} />
      </SectionForm>
    </Section>
  )
}
