import { Button, NumberInput, TextInput } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { committeeTypeRoutes } from '@shiloh/contract/catalogue'
import type { DataOf } from '@shiloh/contract/core'
import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { addDays } from '@shiloh/contract/reservations/nights'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { DayInput } from '#ui/form/day-input'
import { FormDialog } from '#ui/form/form-dialog'
import { PickSelect } from '#ui/form/pick-select'
import classes from './allotments.module.css'
import { errorsOf } from './errors.ts'
import { texts } from './texts.ts'

type Stay = DataOf<typeof allotmentRoutes.listAllotments>['accommodations'][number]
type Picked = { readonly _id: string; readonly name: string }

/** Days before the first night on which the rest goes back, unless another date is chosen. */
const BACK_BEFORE = 14

/** Two weeks before the first night, or tomorrow if that is later. */
const proposedDate = (stay: Stay | undefined): string | null => {
  if (!stay) return null
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  const before = addDays(stay.check_in, -BACK_BEFORE)
  return [before, tomorrow].sort().at(-1) ?? tomorrow
}

/** Asks for whom how many beds are held, and until when. */
export function GiveDialog({
  eventId,
  accommodations,
  onClose,
}: {
  eventId: string
  accommodations: readonly Stay[]
  onClose: () => void
}) {
  const t = useT(texts)
  const give = useAct(allotmentRoutes.giveBeds, [allotmentRoutes.listAllotments], { shown: true })
  const [kind, setKind] = useState<'unit' | 'committee' | 'sponsor'>('unit')
  const [owner, setOwner] = useState<Picked | null>(null)
  const [sponsor, setSponsor] = useState('')
  const [leader, setLeader] = useState<Picked | null>(null)
  const [only] = accommodations.length === 1 ? accommodations : []
  const [category, setCategory] = useState(only?.room_category_id ?? null)
  const stay = accommodations.find(({ room_category_id }) => room_category_id === category)
  const [checkIn, setCheckIn] = useState(stay?.check_in ?? null)
  const [checkOut, setCheckOut] = useState(stay?.check_out ?? null)
  const [beds, setBeds] = useState<number | string>(10)
  const [part, setPart] = useState<string | null>(null)
  const [partBeds, setPartBeds] = useState<number | string>('')
  const [rest, setRest] = useState(() => proposedDate(stay))
  const errorAt = errorsOf(give.error, t)
  const choose = (id: string) => {
    const next = accommodations.find(({ room_category_id }) => room_category_id === id)
    setCategory(id)
    // Nights that were typed stay.
    if (!checkIn) setCheckIn(next?.check_in ?? null)
    if (!checkOut) setCheckOut(next?.check_out ?? null)
    if (!rest) setRest(proposedDate(next))
  }
  const save = () =>
    give.mutate(
      {
        params: { event_id: eventId },
        body: {
          room_category_id: category ?? '',
          check_in: checkIn ?? '',
          check_out: checkOut ?? '',
          unit_id: kind === 'unit' ? (owner?._id ?? null) : null,
          committee_type_id: kind === 'committee' ? (owner?._id ?? null) : null,
          sponsor: kind === 'sponsor' ? sponsor.trim() || null : null,
          leader_id: leader?._id ?? null,
          beds: Number(beds),
          releases: [
            ...(part === null ? [] : [{ on_day: part, beds: Number(partBeds) }]),
            { on_day: rest ?? '', beds: null },
          ],
        },
      },
      {
        onSuccess: () => {
          toastDone({ message: t('gave') })
          onClose()
        },
      },
    )
  return (
    <FormDialog title={t('give')} size="lg" busy={give.isPending} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Segments
          label={t('kind')}
          value={kind}
          choices={[
            { value: 'unit', label: t('kind_unit') },
            { value: 'committee', label: t('kind_committee') },
            { value: 'sponsor', label: t('kind_sponsor') },
          ]}
          onChange={(next) => {
            setKind(next)
            setOwner(null)
          }}
        />
        {kind === 'sponsor' ? (
          <TextInput
            label={t('sponsor')}
            maxLength={120}
            value={sponsor}
            error={errorAt('unit_id', 'sponsor')}
            onChange={(event) => setSponsor(event.currentTarget.value)}
          />
        ) : (
          <PickSelect
            key={kind}
            label={t(kind)}
            route={kind === 'unit' ? organisationRoutes.pickChurchUnits : committeeTypeRoutes.query}
            value={owner?._id ?? null}
            picked={owner ? [owner] : []}
            error={errorAt('unit_id', 'committee_type_id')}
            note={({ level }) => CHURCH_LEVELS.filter((one) => one === level).map((one) => t(one))}
            onChange={setOwner}
          />
        )}
        <PickSelect
          label={t('leader')}
          description={t('leader_hint')}
          route={authorizationRoutes.pickUsers}
          value={leader?._id ?? null}
          picked={leader ? [leader] : []}
          error={errorAt('leader_id')}
          onChange={setLeader}
          onClear={() => setLeader(null)}
        />
        <div className={classes.pair}>
          <ChoiceSelect
            label={t('category')}
            value={category}
            choices={accommodations.map((one) => ({ value: one.room_category_id, label: one.room_category }))}
            error={errorAt('room_category_id')}
            placeholder={t('choose_category')}
            onChange={choose}
          />
          <NumberInput
            label={t('beds')}
            description={stay ? t('beds_free', { count: stay.free }) : undefined}
            min={1}
            value={beds}
            error={errorAt('beds')}
            onChange={setBeds}
          />
          <DayInput label={t('first_night')} value={checkIn} error={errorAt('check_in')} onChange={setCheckIn} />
          <DayInput label={t('departure')} value={checkOut} error={errorAt('check_out')} onChange={setCheckOut} />
          <DayInput
            label={t('back_part')}
            clearable
            value={part}
            onChange={setPart}
            error={errorAt('releases.0.on_day')}
          />
          <NumberInput
            label={t('back_part_beds')}
            min={1}
            value={partBeds}
            disabled={part === null}
            error={part === null ? undefined : errorAt('releases.0.beds')}
            onChange={setPartBeds}
          />
          <DayInput
            label={t('back_rest')}
            description={t('back_hint')}
            value={rest}
            error={errorAt(part === null ? 'releases.0.on_day' : 'releases.1.on_day', 'releases')}
            onChange={setRest}
          />
        </div>
        {errorAt() ? <p role="alert">{errorAt()}</p> : null}
        <div className={classes.acts}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={give.isPending}>
            {t('give')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
