import { Modal } from '@mantine/core'
import { useT } from '#platform/i18n'
import { useModKey } from '../base/mod-key.tsx'
import classes from './keys.module.css'
import { texts } from './keys-texts.ts'

/** The keys of the admin area, by where they work. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const mod = useModKey()
  const groups = [
    {
      name: t('everywhere'),
      keys: [
        [[mod, 'K'], t('search')],
        [['?'], t('this_help')],
      ],
    },
    {
      name: t('lists'),
      keys: [
        [['/'], t('find')],
        [['J', '↓'], t('next')],
        [['K', '↑'], t('previous')],
        [['Enter'], t('open')],
        [['Space'], t('select')],
      ],
    },
    {
      name: t('forms'),
      keys: [
        [[mod, 'Enter'], t('save')],
        [['Esc'], t('leave')],
      ],
    },
  ] as const
  return (
    <Modal opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      {groups.map(({ name, keys }) => (
        <section key={name} className={classes.group}>
          <h3>{name}</h3>
          <dl>
            {keys.map(([pressed, what]) => (
              <div key={what}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
