import { Button, Menu, TextInput } from '@mantine/core'
import { type Blog, COMMENT_MODES, contentRoutes } from '@shiloh/contract/content'
import { LANGUAGES, type Language, languageName, languageNameIn, timestamp } from '@shiloh/contract/core'
import type { EditConflict } from '@shiloh/contract/error-data'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { formatTime } from '@shiloh/contract/text/format'
import { IconCalendarClock, IconDots, IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { formatDate } from '#platform/dates'
import { conflictOf, splitFailure } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, refetchAll } from '#platform/queries'
import { WhyNot } from '#ui/base/why-not'
import { showFailure } from '#ui/feedback/failure'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { EditConflictNote } from '#ui/form/edit-conflict'
import { useFirstField } from '#ui/form/first-field'
import { LanguageGrid, missingIn, withText } from '#ui/form/languages/language-grid'
import { PageGuard } from '#ui/form/page-guard'
import { RecordForm } from '#ui/form/record-form'
import { RichText } from '#ui/form/rich-text/rich-text'
import { RichTextToolbar } from '#ui/form/rich-text/rich-text-toolbar'
import { type TextEditor, useEditors } from '#ui/form/rich-text/use-editors'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { PageHeader } from '#ui/shell/page-header'
import { PostStatus } from './blogs-page.tsx'
import classes from './content.module.css'
import type { Draft, Field } from './post-draft.ts'
import { PostPreview } from './post-preview.tsx'
import { texts } from './texts.ts'

const FIELDS = ['title', 'summary', 'body'] as const
const stale = [contentRoutes.listBlogs, contentRoutes.getBlog, contentRoutes.listPosts, contentRoutes.getPost] as const
const scheduleBody = z.object({ at: timestamp })

const draftOf = (post: Blog): Draft => ({
  language: post.language,
  texts: { ...post.translations, [post.language]: { title: post.title, summary: post.summary, body: post.body } },
  slug: post.slug,
  comment_mode: post.comment_mode,
})

/** The draft as the server takes it. The original is in the fields, the rest are translations. */
const bodyOf = ({ language, texts: all, slug, comment_mode }: Draft) => {
  const original = all[language] ?? {}
  return {
    title: original.title ?? '',
    summary: original.summary ?? '',
    body: original.body ?? '',
    language,
    comment_mode,
    ...(slug !== '' && { slug }),
    translations: Object.fromEntries(
      LANGUAGES.filter((one) => one !== language && all[one]).map((one) => [one, { ...all[one] }]),
    ),
  }
}

function Editor({ post }: { post: Blog | undefined }) {
  const t = useT(texts)
  const first = useFirstField<HTMLDivElement>(post === undefined)
  const reader = useLanguage()
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { time_zone: zone } = useAccount().organisation
  const initial: Draft = post ? draftOf(post) : { language: reader, texts: {}, slug: '', comment_mode: 'checked' }
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(JSON.stringify(initial))
  const [version, setVersion] = useState(post?.version)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [conflict, setConflict] = useState<EditConflict>()
  const [busy, setBusy] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  const [removing, setRemoving] = useState(false)
  const gone = useRef(false)
  const cover = useRef<HTMLInputElement>(null)
  /** The cover of a post that is not saved yet. */
  const [chosen, setChosen] = useState<File>()
  const [previewing, setPreviewing] = useState(false)
  const { editor, show, focus } = useEditors(draft.language)
  const isDirty = JSON.stringify(draft) !== saved
  const mayEdit = can(post ? 'blogs.update' : 'blogs.create')

  /** Runs an act of the server, and shows what it refuses at the fields. */
  const attempt = async (act: () => Promise<Blog | undefined>, done?: string) => {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    setProblems({})
    setConflict(undefined)
    try {
      const answer = await act()
      if (answer) setVersion(answer.version)
      await refetchAll(client, stale)
      if (done) toastDone({ message: done })
    } catch (error) {
      const others = conflictOf(error)
      setConflict(others)
      if (!others) {
        const { fields, rest } = splitFailure(error, (name) => ['title', 'summary', 'body', 'slug'].includes(name))
        setProblems(Object.fromEntries(fields.map(({ name, message }) => [name, message])))
        setRefusal(rest ?? fields[0]?.message)
      }
    } finally {
      setBusy(false)
    }
  }
  const save = (onVersion = version) =>
    attempt(async () => {
      const body = bodyOf(draft)
      if (!post) {
        const made = await call(contentRoutes.createBlog, { body })
        gone.current = true
        if (chosen)
          await call(contentRoutes.setBlogPicture, {
            params: { id: made._id },
            files: { [PICTURE_FIELD]: chosen },
          }).catch((error: Error) => showFailure(error.message, true))
        void navigate({ to: '/admin/blogs/$id', params: { id: made._id }, replace: true })
        return undefined
      }
      const answer = await call(contentRoutes.updateBlog, {
        params: { id: post._id },
        body: { ...body, version: onVersion ?? null },
      })
      setSaved(JSON.stringify(draft))
      return answer
    }, t('saved'))
  const write = (language: Language, field: Field, text: string, translates?: string) =>
    setDraft((old) => ({
      ...old,
      texts: { ...old.texts, [language]: withText(old.texts[language], field, text, translates) },
    }))
  /** Puts a picture at the cursor. */
  const insert = (file: File, into: TextEditor) =>
    attempt(async () => {
      const files = { [PICTURE_FIELD]: file }
      const { url } = post
        ? await call(contentRoutes.addBodyPicture, { params: { id: post._id }, files })
        : await call(contentRoutes.addFreshPicture, { files })
      into.chain().focus().insertFigure(url).run()
      return undefined
    })
  /** What an editor begins with: what was written here, or the stored text as HTML. */
  const htmlOf = (language: Language): string => {
    const written = draft.texts[language]?.body ?? ''
    if (!post) return written
    if (language === post.language) return written === post.body ? post.body_html : written
    return written === post.translations[language]?.body ? (post.translations_html[language] ?? '') : written
  }
  const setCover = (file: File | undefined) => {
    if (post)
      void attempt(
        () => call(contentRoutes.setBlogPicture, { params: { id: post._id }, files: { [PICTURE_FIELD]: file } }),
        t('saved'),
      )
    else setChosen(file)
  }
  const coverUrl = useMemo(() => (chosen ? URL.createObjectURL(chosen) : null), [chosen])
  useEffect(() => () => (coverUrl ? URL.revokeObjectURL(coverUrl) : undefined), [coverUrl])
  const picture = post ? post.picture_url : coverUrl
  const gaps = LANGUAGES.filter(
    (language) => language !== draft.language && missingIn(FIELDS, draft.texts, draft.language, language).length > 0,
  )
  const labels: Readonly<Record<Field, string>> = { title: t('title'), summary: t('summary'), body: t('body') }
  const isLive = post?.status === 'published'
  const when = post?.published_at
  return (
    <>
      <PageGuard hasChanges={() => isDirty && !gone.current} />
      <PageHeader
        breadcrumbs={false}
        compact
        title={post?.title ?? t('add_post')}
        badges={post ? <PostStatus status={post.status} /> : null}
        note={
          post?.status === 'scheduled' && when
            ? t('scheduled_for', { when: `${formatDate(when, reader, zone)}, ${formatTime(when, reader, zone)}` })
            : undefined
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconEye size={17} aria-hidden />}
              onClick={() => setPreviewing(true)}
            >
              {t('preview')}
            </Button>
            {mayEdit ? (
              <Button
                data-saves
                variant="default"
                loading={busy}
                disabled={post !== undefined && !isDirty}
                onClick={() => void save()}
              >
                {t('save')}
              </Button>
            ) : null}
            {post && !isLive && can('blogs.publish') ? (
              <>
                <WhyNot reason={isDirty ? t('save_first') : undefined}>
                  {(off) => (
                    <Button
                      variant="default"
                      leftSection={<IconCalendarClock size={17} aria-hidden />}
                      onClick={() => setScheduling(true)}
                      {...off}
                    >
                      {t('schedule')}
                    </Button>
                  )}
                </WhyNot>
                <WhyNot reason={isDirty ? t('save_first') : undefined}>
                  {(off) => (
                    <Button
                      disabled={busy}
                      onClick={() =>
                        void attempt(
                          () => call(contentRoutes.publishBlog, { params: { id: post._id }, body: {} }),
                          t('published'),
                        )
                      }
                      {...off}
                    >
                      {t('publish')}
                    </Button>
                  )}
                </WhyNot>
              </>
            ) : null}
            {post && (mayEdit || can('blogs.delete')) ? (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="subtle" color="gray" aria-label={t('delete')} px={8}>
                    <IconDots size={18} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {mayEdit && (isLive || post.status === 'scheduled') ? (
                    <Menu.Item
                      onClick={() =>
                        void attempt(
                          () => call(contentRoutes.updateBlog, { params: { id: post._id }, body: { status: 'draft' } }),
                          t('unpublished'),
                        )
                      }
                    >
                      {t('unpublish')}
                    </Menu.Item>
                  ) : null}
                  {can('blogs.delete') ? (
                    <Menu.Item c="var(--bad)" onClick={() => setRemoving(true)}>
                      {t('delete')}
                    </Menu.Item>
                  ) : null}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </>
        }
      />
      {refusal ? <Refusal className={classes.refusal}>{refusal}</Refusal> : null}
      {conflict ? (
        <EditConflictNote
          conflict={conflict}
          labelOf={(name) => FIELDS.flatMap((field) => (field === name ? [labels[field]] : []))[0]}
          onReload={() => {
            gone.current = true
            void refetchAll(client, stale).then(() => window.location.reload())
          }}
          onOverwrite={() => void save(conflict.version)}
        />
      ) : null}
      <div className={classes.tools}>
        <TextInput
          label={t('slug')}
          description={t('slug_hint', { slug: draft.slug || '…' })}
          placeholder={t('slug_fresh')}
          maxLength={100}
          readOnly={!mayEdit}
          value={draft.slug}
          error={problems['slug']}
          onChange={({ currentTarget }) => setDraft({ ...draft, slug: currentTarget.value.toLowerCase() })}
        />
        <ChoiceSelect
          label={t('comment_mode')}
          choices={COMMENT_MODES.map((value) => ({ value, label: t(`mode_${value}`) }))}
          value={draft.comment_mode}
          onChange={(comment_mode) => setDraft({ ...draft, comment_mode })}
        />
        <ChoiceSelect
          label={t('written_in')}
          choices={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          onChange={(language) => setDraft({ ...draft, language })}
        />
      </div>
      {mayEdit ? (
        <div className={classes.cover}>
          {picture ? <img src={picture} alt={t('cover')} /> : null}
          <input
            ref={cover}
            type="file"
            hidden
            accept="image/*"
            aria-label={t('cover')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) setCover(file)
              currentTarget.value = ''
            }}
          />
          <Button variant="default" onClick={() => cover.current?.click()}>
            {t('set_cover')}
          </Button>
          {picture ? (
            <Button variant="subtle" color="red" onClick={() => setCover(undefined)}>
              {t('remove_cover')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {mayEdit ? <RichTextToolbar editor={editor} onPicture={(file, into) => void insert(file, into)} /> : null}
      <div ref={first}>
        <LanguageGrid
          fields={[
            { name: 'title', label: labels.title, rows: 1, maxLength: 200, error: problems['title'] },
            { name: 'summary', label: labels.summary, rows: 2, maxLength: 500, error: problems['summary'] },
            {
              name: 'body',
              label: labels.body,
              rows: 10,
              maxLength: 50_000,
              error: problems['body'],
              draw: ({ language, value: _, onChange, ...cell }) => (
                <RichText
                  {...cell}
                  lang={language}
                  html={htmlOf(language)}
                  onChange={onChange}
                  onEditor={(one, isFocused) => (isFocused ? focus(language) : show(language, one))}
                  onPicture={(file, into) => void insert(file, into)}
                />
              ),
            },
          ]}
          texts={draft.texts}
          original={draft.language}
          readOnly={!mayEdit}
          onChange={write}
        />
      </div>
      {gaps.length > 0 ? (
        <p className={classes.note}>{t('falls_back', { language: languageNameIn(draft.language, reader) })}</p>
      ) : null}
      {previewing ? (
        <PostPreview
          draft={draft}
          about={{
            _id: post?._id ?? '',
            author: post?.author ?? null,
            picture_url: picture,
            published_at: post?.published_at ?? null,
          }}
          onClose={() => setPreviewing(false)}
        />
      ) : null}
      {scheduling && post ? (
        <RecordForm
          schema={scheduleBody}
          title={t('schedule')}
          action={() => t('schedule')}
          saved={() => t('scheduled')}
          values={{ at: post.published_at && post.status === 'scheduled' ? post.published_at : '' }}
          sections={[
            {
              fields: [
                {
                  kind: 'datetime',
                  name: 'at',
                  zone,
                  label: () => t('schedule_at'),
                  hint: () => t('schedule_hint', { zone }),
                  required: true,
                },
              ],
            },
          ]}
          onSave={async ({ at }) => {
            const answer = await call(contentRoutes.publishBlog, { params: { id: post._id }, body: { at } })
            setVersion(answer.version)
            await refetchAll(client, stale)
          }}
          onDone={() => setScheduling(false)}
        />
      ) : null}
      {removing && post ? (
        <RemovalDialog
          route={contentRoutes.removeBlog}
          id={post._id}
          busy={busy}
          name={post.title}
          title={t('delete_post', { title: post.title })}
          action={t('delete')}
          onConfirm={() =>
            void attempt(async () => {
              await call(contentRoutes.removeBlog, { params: { id: post._id } })
              gone.current = true
              void navigate({ to: '/admin/blogs' })
              return undefined
            }, t('deleted'))
          }
          onClose={() => setRemoving(false)}
        >
          <p>{post.title}</p>
        </RemovalDialog>
      ) : null}
    </>
  )
}

/** `/admin/blogs/{id}`: one post in four languages. `new` writes one. */
export function PostPage() {
  const { id } = useParams({ from: '/admin/blogs/$id' })
  const isNew = id === 'new'
  const { data, error, refetch } = useQuery({
    ...queryOf(contentRoutes.getBlog, { params: { id } }),
    placeholderData: undefined,
    enabled: !isNew,
  })
  if (isNew) return <Editor key="new" post={undefined} />
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Scaffold />
  return <Editor key={id} post={data} />
}
