import { Button, Group } from '@mantine/core'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { joinChoices } from '@shiloh/contract/lists'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { LODGING_PAYERS, type LodgingPayer, type ReservationView } from '@shiloh/contract/reservations/views'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { ChoiceMultiSelect, ChoiceSelect } from '#ui/form/choice-select'
import { FormDialog } from '#ui/form/form-dialog'
import { texts as dialogTexts } from '../../../../ui/base/texts.ts'
import { downloadAsked } from '../../../../ui/feedback/download.ts'
import { texts } from './texts.ts'

/** Downloads the letter of invitation: in which language, who pays for the nights, and which answers it contains. */
export function InvitationDialog({ reservation, onClose }: { reservation: ReservationView; onClose: () => void }) {
  const t = useT(texts)
  const say = useT(dialogTexts)
  const reader = useLanguage()
  const [language, setLanguage] = useState(reader)
  const [lodging, setLodging] = useState<LodgingPayer>('guest')
  const [answers, setAnswers] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const { _id: id, user } = reservation
  const download = async () => {
    setBusy(true)
    await downloadAsked(
      call(reservationRoutes.invitationLetter, {
        params: { id },
        query: {
          language,
          lodging,
          ...(answers.length > 0 ? { answers: joinChoices({ values: answers, except: false }) } : {}),
        },
      }),
    )
    setBusy(false)
    onClose()
  }
  return (
    <FormDialog onClose={onClose} title={t('invitation_of', { name: user.name })}>
      <p>{t('invitation_hint')}</p>
      <ChoiceSelect
        mt="md"
        label={t('invitation_language')}
        choices={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={setLanguage}
      />
      <ChoiceSelect
        mt="md"
        label={t('invitation_lodging')}
        choices={LODGING_PAYERS.map((value) => ({ value, label: t(`lodging_${value}`) }))}
        value={lodging}
        onChange={setLodging}
      />
      {reservation.answers.length > 0 ? (
        <ChoiceMultiSelect
          mt="md"
          label={t('invitation_answers')}
          description={t('invitation_answers_hint')}
          choices={reservation.answers.map(({ question_id: value, label }) => ({ value, label }))}
          value={answers}
          onChange={setAnswers}
        />
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          {say('cancel')}
        </Button>
        <Button data-saves leftSection={<IconFileDownload size={18} />} loading={busy} onClick={() => void download()}>
          {t('invitation_download')}
        </Button>
      </Group>
    </FormDialog>
  )
}
