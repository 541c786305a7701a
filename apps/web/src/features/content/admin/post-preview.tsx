import { Modal } from '@mantine/core'
import { contentRoutes } from '@shiloh/contract/content'
import { LANGUAGES, type Language, languageNameIn } from '@shiloh/contract/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { Segments } from '#ui/base/segments'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { Article } from '../client/article.tsx'
import classes from './content.module.css'
import type { Draft } from './post-draft.ts'
import { texts } from './texts.ts'

interface PreviewProps {
  draft: Draft
  about: { _id: string; author: string | null; picture_url: string | null; published_at: string | null }
  onClose: () => void
}

/** The page of a post with what is written now, saved or not, as a reader of each language gets it. */
export function PostPreview({ draft, about, onClose }: PreviewProps) {
  const t = useT(texts)
  const own = useLanguage()
  const [reader, setReader] = useState<Language>(draft.language)
  const written = (field: 'title' | 'summary' | 'body') =>
    draft.texts[reader]?.[field]?.trim() ? reader : draft.language
  const said = (field: 'title' | 'summary' | 'body') => draft.texts[written(field)]?.[field] ?? ''
  const body = said('body')
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(contentRoutes.previewBody), body],
    queryFn: ({ signal }) => call(contentRoutes.previewBody, { body: { body }, signal }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={800}
      title={t('preview_title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Segments
        label={t('languages')}
        choices={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
        value={reader}
        onChange={setReader}
      />
      {reader !== draft.language && written('body') === draft.language ? (
        <p className={classes.note}>{t('preview_falls_back', { language: languageNameIn(draft.language, own) })}</p>
      ) : null}
      <div className={classes.preview}>
        {data ? (
          <Article
            post={{
              ...about,
              title: said('title') || t('title'),
              summary: said('summary'),
              language: written('title'),
              body_html: data.html,
              body_language: written('body'),
            }}
          />
        ) : error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold />
        )}
      </div>
    </Modal>
  )
}
