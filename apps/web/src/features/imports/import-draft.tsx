import { Button } from '@mantine/core'
import { type ImportDetail, importRoutes, SAME_PERSON, type SamePerson } from '@shiloh/contract/imports'
import { IconArrowLeft, IconDownload, IconMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { keyOf, queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { ChoiceSelect } from '#ui/form/choice-select'
import { PageHeader } from '#ui/shell/page-header'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { useModelWords } from '../authorization/index.ts'
import { Figures } from './figures.tsx'
import classes from './imports.module.css'
import { type Mend, Problems } from './problems.tsx'
import { Steps } from './steps.tsx'
import { texts } from './texts.ts'

type Mapping = Readonly<Record<string, string | null>>

/** Returns the needed columns that the file has neither itself nor by others in their place. */
const missingIn = (run: ImportDetail, mapping: Mapping) =>
  run.columns.filter(({ name, required, instead }) => required && ![name, ...instead].some((one) => mapping[one]))

/** What is needed, and the column of the file that has it. */
function Columns({
  run,
  mapping,
  samePerson,
  onChange,
  onSamePerson,
}: {
  run: ImportDetail
  mapping: Mapping
  samePerson: SamePerson | null
  onChange: (column: string, header: string | null) => void
  onSamePerson: (samePerson: SamePerson) => void
}) {
  const t = useT(texts)
  const labelOfColumn = new Map(run.columns.map(({ name, label }) => [name, label]))
  const missing = new Set(missingIn(run, mapping).map(({ name }) => name))
  const labelOf = new Map(run.headers.map(({ name, label }) => [name, label]))
  const chosen = new Set(Object.values(mapping))
  const choices = run.headers.map(({ name, label }) => ({ value: name, label }))
  const unused = run.headers.filter(({ name }) => !chosen.has(name))
  const matched = run.columns.filter(({ name }) => mapping[name]).length
  return (
    <section aria-labelledby="import-columns">
      <div className={classes.head}>
        <h2 id="import-columns">{t('columns')}</h2>
        <span className="dim small">{t('matched', { count: matched, total: run.columns.length })}</span>
      </div>
      <p className="dim">{t(run.remembered ? 'columns_remembered' : 'columns_hint')}</p>
      <ul className={classes.columns}>
        {run.columns.map(({ name, label, required, instead, header, example }) => {
          const own = mapping[name] ?? null
          const others = instead.map((one) => labelOfColumn.get(one) ?? one).join(', ')
          return (
            <li key={name}>
              <span className={classes.needed}>
                {label}
                {required ? (
                  <span className={classes.star} title={t('required')}>
                    {' *'}
                  </span>
                ) : null}
                {others === '' ? null : (
                  <span className={`dim small ${classes.or}`}>{t('or_instead', { others })}</span>
                )}
              </span>
              {own === null ? <IconMinus size={16} aria-hidden /> : <IconArrowLeft size={16} aria-hidden />}
              <ChoiceSelect
                aria-label={t('column_of', { name: label })}
                placeholder={t('leave_out')}
                choices={choices}
                value={own}
                error={missing.has(name)}
                clearButtonProps={{ 'aria-label': `${t('leave_out')}: ${label}` }}
                onChange={(value) => onChange(name, value)}
                onClear={() => onChange(name, null)}
              />
              <span className={classes.example} title={example ?? undefined}>
                {own !== null && own === header ? (example ?? t('empty')) : ''}
              </span>
            </li>
          )
        })}
      </ul>
      {samePerson === null ? null : (
        <ChoiceSelect
          label={t('same_person')}
          description={t('same_person_hint')}
          choices={SAME_PERSON.map((value) => ({ value, label: t(`same_person_${value}`) }))}
          value={samePerson}
          onChange={onSamePerson}
        />
      )}
      {unused.length > 0 ? (
        <p className="dim small">
          {t('unused', { count: unused.length, names: unused.map(({ name }) => labelOf.get(name) ?? name).join(', ') })}
        </p>
      ) : null}
    </section>
  )
}

const bodyOf = (mapping: Mapping, mends: readonly Mend[], samePerson: SamePerson | null) => ({
  mapping,
  mends: [...mends],
  ...(samePerson && { same_person: samePerson }),
})

/** Matching and check on one screen: columns on the left, what does not fit on the right, the sums at the foot. */
export function ImportDraft({ loaded }: { loaded: ImportDetail }) {
  const t = useT(texts)
  const client = useQueryClient()
  const { ofResource } = useModelWords()
  const [run, setRun] = useState(loaded)
  const [mapping, setMapping] = useState<Mapping>(() =>
    Object.fromEntries(loaded.columns.map(({ name, header }) => [name, header])),
  )
  const [mends, setMends] = useState<readonly Mend[]>(loaded.mends)
  const [samePerson, setSamePerson] = useState(loaded.same_person)
  const [isDirty, setDirty] = useState(!loaded.checked)
  const check = useAct(importRoutes.checkImport, [], { shown: true })
  const save = useAct(importRoutes.saveImport)
  const start = useAct(importRoutes.startImport, [], { shown: true })
  const params = { id: run._id }
  const missing = missingIn(run, mapping)

  /** Shows this import as it is now, also to who comes back to the page. */
  const remember = (next: ImportDetail) =>
    client.setQueryData<ImportDetail>(queryOf(importRoutes.getImport, { params }).queryKey, next)

  const saved = useRef<Promise<unknown>>(Promise.resolve())
  /** Keeps columns and corrections on the server, in the order in which they were made. */
  const keep = (change: { mapping?: Mapping; mends?: readonly Mend[]; samePerson?: SamePerson }) => {
    const now = { mapping, mends, samePerson, ...change }
    setMapping(now.mapping)
    setMends(now.mends)
    setSamePerson(now.samePerson)
    setDirty(true)
    const body = bodyOf(now.mapping, now.mends, now.samePerson)
    const columns = run.columns.map((column) => ({ ...column, header: now.mapping[column.name] ?? null }))
    remember({ ...run, columns, mends: body.mends, same_person: now.samePerson, checked: false })
    saved.current = saved.current.then(() => save.mutateAsync({ params, body })).catch(() => {})
  }

  const verify = async () => {
    const before = saved.current
    await before
    const { data } = await check.mutateAsync({ params, body: bodyOf(mapping, mends, samePerson) })
    // What was remembered is known from the first answer only.
    const checked = { ...data, remembered: run.remembered }
    setRun(checked)
    // Somebody may have corrected more meanwhile.
    if (saved.current !== before) return
    remember(checked)
    setDirty(false)
  }
  // A file whose columns were all found is checked at once.
  const first = useRef(!loaded.checked && missing.length === 0)
  useEffect(() => {
    if (!first.current) return
    first.current = false
    void verify().catch(() => {})
  })

  const begin = async () => {
    await start.mutateAsync({ params })
    await client.invalidateQueries({ queryKey: keyOf(importRoutes.getImport) })
  }
  const importable = run.created + run.updated
  const error = check.error ?? start.error
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('import_into', { list: ofResource(run.resource) })}
        note={run.checked ? `${run.file_name}, ${t('rows', { count: run.total })}` : run.file_name}
        actions={
          <LinkButton variant="default" to="/admin/imports/new" search={{ resource: run.resource }}>
            {t('other_file')}
          </LinkButton>
        }
      />
      <Steps at={isDirty ? 'columns' : 'check'} />
      <div className={classes.both}>
        <Columns
          run={run}
          mapping={mapping}
          samePerson={samePerson}
          onSamePerson={(next) => keep({ samePerson: next })}
          onChange={(column, header) => {
            // A column of the file fills one of ours: choosing it moves it.
            const others = Object.entries(mapping).map(([name, own]) => [name, own === header ? null : own])
            keep({ mapping: { ...Object.fromEntries(others), [column]: header } })
          }}
        />
        <section aria-labelledby="import-check" aria-busy={check.isPending}>
          <div className={classes.head}>
            <h2 id="import-check">{t('check')}</h2>
            <span className="dim small" role="status">
              {check.isPending
                ? t('checking')
                : run.checked && !isDirty && run.problems.length === 0
                  ? t('fits')
                  : run.problems.length > 0 && !isDirty
                    ? t('problems', {
                        count: run.problems.length,
                        rows: new Set(run.problems.map(({ row }) => row)).size,
                      })
                    : ''}
            </span>
          </div>
          {missing.length > 0 ? (
            <p className={classes.warn}>{t('missing', { columns: missing.map(({ label }) => label).join(', ') })}</p>
          ) : null}
          {error ? (
            <p role="alert" className={classes.bad}>
              {error.message}
            </p>
          ) : null}
          <Problems
            problems={run.problems}
            choices={run.choices}
            mends={mends}
            onMend={(next) => keep({ mends: next })}
          />
        </section>
      </div>
      <footer className={classes.foot}>
        {/* After a change the sums of the last check are of other columns. */}
        {run.checked && !isDirty ? <Figures run={run} /> : <p className="dim">{t('nothing_saved')}</p>}
        <div className={classes.acts}>
          {run.refused > 0 && !isDirty ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={17} />}
              onClick={() =>
                void downloadAsked(call(importRoutes.downloadRefused, { params, query: { format: 'xlsx' } }))
              }
            >
              {t('save_refused')}
            </Button>
          ) : null}
          {isDirty ? (
            <Button
              loading={check.isPending}
              disabled={missing.length > 0}
              onClick={() => void verify().catch(() => {})}
            >
              {t(run.checked ? 'check_again' : 'check_file')}
            </Button>
          ) : (
            <Button
              loading={start.isPending}
              disabled={importable === 0 || check.isPending}
              onClick={() => void begin().catch(() => {})}
            >
              {importable === 0 ? t('nothing_to_import') : t('start', { count: importable })}
            </Button>
          )}
        </div>
      </footer>
    </>
  )
}
