import { Button, FileInput } from '@mantine/core'
import { IMPORT_FIELD } from '@shiloh/contract/admin-resource'
import { importRoutes } from '@shiloh/contract/imports'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import { IMPORTED } from '@shiloh/contract/sample-files'
import { IconFileText } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { PageHeader } from '#ui/shell/page-header'
import { useModelWords } from '../authorization/index.ts'
import { ImportSamples } from './import-samples.tsx'
import classes from './imports.module.css'
import { Steps } from './steps.tsx'
import { texts } from './texts.ts'

/** The lists that somebody may import, by name: Ctrl K comes here without one. */
function ChooseList() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const { ofResource } = useModelWords()
  const lists = IMPORTED.filter((one) => can(`${one}.import`)).map((one) => ({ one, name: ofResource(one) }))
  return (
    <>
      <PageHeader breadcrumbs={false} compact title={t('which_list')} />
      <ul className={classes.lists}>
        {lists
          .toSorted((a, b) => a.name.localeCompare(b.name, language))
          .map(({ one, name }) => (
            <li key={one}>
              <LinkButton variant="default" to="/admin/imports/new" search={{ resource: one }}>
                {name}
              </LinkButton>
            </li>
          ))}
      </ul>
    </>
  )
}

/** `/admin/imports/new`: files to fill in, and the choice of the file. */
export function NewImportPage() {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const { ofResource } = useModelWords()
  const { resource } = useSearch({ from: '/admin/imports/new' })
  const [file, setFile] = useState<File>()
  const prepare = useAct(importRoutes.prepareImport, [importRoutes.listImports], { shown: true })
  if (resource === undefined) return <ChooseList />
  if (!can(`${resource}.import`))
    return (
      <EmptyState
        level={1}
        title={t('no_such_list')}
        hint={t('none_hint')}
        action={
          <LinkButton variant="default" to="/admin/imports">
            {t('imports')}
          </LinkButton>
        }
      />
    )
  const send = async () => {
    if (!file) return
    const { data } = await prepare.mutateAsync({ body: { resource }, files: { [IMPORT_FIELD]: file } })
    await navigate({ to: '/admin/imports/$id', params: { id: data._id } })
  }
  return (
    <>
      <PageHeader breadcrumbs={false} compact title={t('import_into', { list: ofResource(resource) })} />
      <Steps at="file" />
      <section className={classes.choose}>
        <p className="dim">{t('choose_hint')}</p>
        <ImportSamples resource={resource} />
        <FileInput
          my="md"
          label={t('choose_file')}
          // The label alone would be read out, without the file that was chosen.
          {...(file && { 'aria-label': `${t('choose_file')}: ${file.name}` })}
          placeholder={t('choose')}
          accept={`.csv,.xlsx,${Object.values(EXPORT_TYPES).join()}`}
          leftSection={<IconFileText size={18} stroke={1.75} />}
          value={file ?? null}
          error={prepare.error?.message}
          onChange={(chosen) => {
            setFile(chosen ?? undefined)
            prepare.reset()
          }}
        />
        <Button loading={prepare.isPending} disabled={!file} onClick={() => void send().catch(() => {})}>
          {t('next')}
        </Button>
      </section>
    </>
  )
}
