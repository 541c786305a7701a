import type { DataOf } from '@shiloh/contract/core'
import type { Account } from '@shiloh/contract/identity/account'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Refusal } from './form.tsx'
import { Optional } from './optional.tsx'
import classes from './parts.module.css'
import { SelectField } from './select-field.tsx'
import { texts } from './texts.ts'

const chosen = z.string().min(1, { error: 'required' })

/** A person's place in the church. An empty text means no choice. */
export const churchBody = z.object({
  region_id: chosen,
  area_id: chosen,
  district_id: chosen,
  assembly_id: chosen,
  title_id: chosen,
  designation_id: z.string(),
})
export type ChurchForm = z.input<typeof churchBody>

/** Returns a person's place in the church as form values. */
export const churchValues = (person: Account): ChurchForm => ({
  region_id: person.region_id ?? '',
  area_id: person.area_id ?? '',
  district_id: person.district_id ?? '',
  assembly_id: person.assembly_id ?? '',
  title_id: person.title_id ?? '',
  designation_id: person.designation_id ?? '',
})

interface Place {
  readonly _id: string
  readonly name: string
}

interface ChoiceProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  label: ReactNode
  places: readonly Place[] | undefined
  /** Another field must be chosen first. */
  waits?: boolean
  description?: string | undefined
  clearable?: boolean
  onChosen?: () => void
}

function PlaceSelect<V extends FieldValues>({ places, waits = false, ...field }: ChoiceProps<V>) {
  const t = useT(texts)
  return (
    <SelectField
      {...field}
      placeholder={waits ? t('choose_above_first') : places === undefined ? t('loading') : t('choose')}
      choices={places?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
      disabled={waits}
    />
  )
}

interface ChurchFieldsProps {
  form: UseFormReturn<ChurchForm, unknown, ChurchForm>
  person: Account
}

/** Region, area, district and assembly, each enabling the next, then title and designation. */
export function ChurchFields({ form, person }: ChurchFieldsProps) {
  const t = useT(texts)
  const [region, area, district, title, designation] = form.watch([
    'region_id',
    'area_id',
    'district_id',
    'title_id',
    'designation_id',
  ])
  const regions = useQuery({ ...queryOf(organisationRoutes.listRegions) })
  const areas = useQuery({
    ...queryOf(organisationRoutes.listAreasOf, { params: { id: region } }),
    enabled: region !== '',
    placeholderData: undefined,
  })
  const districts = useQuery({
    ...queryOf(organisationRoutes.listDistrictsOf, { params: { id: region, area_id: area } }),
    enabled: area !== '',
    placeholderData: undefined,
  })
  const assemblies = useQuery({
    ...queryOf(organisationRoutes.listAssembliesOf, { params: { id: region, area_id: area, district_id: district } }),
    enabled: district !== '',
    placeholderData: undefined,
  })
  const titles = useQuery(queryOf(organisationRoutes.titlesToChoose))
  const designations = useQuery(queryOf(organisationRoutes.designationsToChoose))
  const failed = [regions, areas, districts, assemblies, titles, designations].filter((query) => query.isError)
  const empty = (...names: ('area_id' | 'district_id' | 'assembly_id')[]) => {
    for (const name of names) form.setValue(name, '', { shouldDirty: true })
  }
  const isConfirmed = (kind: 'title' | 'designation', chosenId: string) =>
    person[`${kind}_id`] === chosenId && !person.waiting_for_confirmation.includes(kind)
  const needsConfirmation = (places: DataOf<typeof organisationRoutes.designationsToChoose> | undefined, id: string) =>
    places?.find(({ _id }) => _id === id)?.needs_confirmation === true
  const titleWaits = needsConfirmation(titles.data, title) && !isConfirmed('title', title)
  const designationWaits = needsConfirmation(designations.data, designation) && !isConfirmed('designation', designation)
  return (
    <>
      {failed[0] ? (
        <Refusal
          message={
            <>
              {failed[0].error?.message}{' '}
              <button
                type="button"
                className={classes.textButton}
                onClick={() => {
                  for (const query of failed) void query.refetch()
                }}
              >
                {t('try_again')}
              </button>
            </>
          }
        />
      ) : null}
      <PlaceSelect
        form={form}
        name="region_id"
        label={t('region')}
        places={regions.data}
        onChosen={() => empty('area_id', 'district_id', 'assembly_id')}
      />
      <PlaceSelect
        form={form}
        name="area_id"
        label={t('area')}
        places={areas.data}
        waits={region === ''}
        onChosen={() => empty('district_id', 'assembly_id')}
      />
      <PlaceSelect
        form={form}
        name="district_id"
        label={t('district')}
        places={districts.data}
        waits={area === ''}
        onChosen={() => empty('assembly_id')}
      />
      <PlaceSelect
        form={form}
        name="assembly_id"
        label={t('assembly')}
        places={assemblies.data}
        waits={district === ''}
      />
      <PlaceSelect
        form={form}
        name="title_id"
        label={t('title')}
        description={titleWaits ? t('to_confirm') : undefined}
        places={titles.data}
      />
      <PlaceSelect
        form={form}
        name="designation_id"
        label={<Optional>{t('designation')}</Optional>}
        description={designationWaits ? t('to_confirm') : undefined}
        places={designations.data}
        clearable
      />
    </>
  )
}
