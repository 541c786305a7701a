import { Button, FileButton } from '@mantine/core'
import { type ClientGroup, LOGO_FIELD, organisationRoutes } from '@shiloh/contract/organisation'
import { IconPhoto } from '@tabler/icons-react'
import { useCan } from '#platform/account'
import { fieldProblemOf } from '#platform/form-errors'
import { useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { useAct } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { settingsRoutesStale } from './group-form.tsx'
import classes from './settings.module.css'
import { texts } from './texts.ts'

/** The church's logo, set and removed on its own. */
export function Logo({ url }: { url: ClientGroup['logo_url'] }) {
  const t = useT(texts)
  const can = useCan()
  const { followAccount } = usePageActions()
  const act = useAct(organisationRoutes.setLogo, settingsRoutesStale, { shown: true })
  const set = (file: File | null) =>
    act.mutate(file ? { files: { [LOGO_FIELD]: file } } : {}, {
      onSuccess: () => {
        toastDone({ message: t(file ? 'logo_set' : 'logo_removed') })
        void followAccount()
      },
      onError: (error) => showFailure(fieldProblemOf(error)),
    })
  return (
    <section className={classes.logo} aria-label={t('logo')}>
      {url ? (
        <img src={url} alt={t('logo')} />
      ) : (
        <span className={classes.noLogo} aria-hidden>
          <IconPhoto size={26} stroke={1.5} />
        </span>
      )}
      <div>
        <b>{t('logo')}</b>
        <p className="dim small">{t('logo_hint')}</p>
        {can('settings.update') ? (
          <div className={classes.logoActs}>
            <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => file && set(file)}>
              {(props) => (
                <Button {...props} variant="default" loading={act.isPending}>
                  {t(url ? 'change_logo' : 'choose_logo')}
                </Button>
              )}
            </FileButton>
            {url ? (
              <Button variant="subtle" color="gray" onClick={() => set(null)}>
                {t('remove_logo')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  )
}
