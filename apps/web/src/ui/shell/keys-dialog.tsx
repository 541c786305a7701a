import { Modal } from '@mantine/core'
import { useT } from '#platform/i18n'
import { useModKey } from '../base/mod-key.tsx'
import classes from './keys.module.css'
import { texts } from './keys-texts.ts'
import { type KeyKind, screenKeys } from './screen-keys.tsx'

interface KeyGroup {
  readonly name: string
  readonly keys: readonly (readonly [pressed: readonly string[], what: string])[]
}

/** The keys of the screen that is open, and those that work everywhere. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const mod = useModKey()
  const of: Readonly<Record<KeyKind, KeyGroup>> = {
    list: {
      name: t('lists'),
      keys: [
        [['/'], t('find')],
        [['J', '↓'], t('next')],
        [['K', '↑'], t('previous')],
        [['Enter'], t('open')],
        [[t('key_space')], t('select')],
        [['B'], t('acts')],
      ],
    },
    tasks: {
      name: t('tasks'),
      keys: [
        [['↑', '↓', '←', '→'], t('task_choose')],
        [[t('key_shift'), '↑', '↓', '←', '→'], t('task_move')],
        [['Enter'], t('task_open')],
      ],
    },
    rooms: {
      name: t('rooms'),
      keys: [
        [['↑', '↓'], t('rooms_choose')],
        [[t('key_space')], t('rooms_select')],
        [[mod, 'A'], t('rooms_all')],
        [['A'], t('rooms_assign')],
        [['U'], t('rooms_take')],
        [['P'], t('rooms_pin')],
        [[mod, 'Z'], t('rooms_undo')],
      ],
    },
    grid: {
      name: t('grid'),
      keys: [
        [['↑', '↓', '←', '→'], t('grid_move')],
        [['Enter'], t('grid_open')],
      ],
    },
    tickets: {
      name: t('tickets'),
      keys: [
        [['J', '↓'], t('tickets_next')],
        [['K', '↑'], t('tickets_previous')],
      ],
    },
    cash: {
      name: t('cash'),
      keys: [
        [['Enter'], t('cash_first')],
        [['↓'], t('cash_list')],
      ],
    },
  }
  const groups: readonly KeyGroup[] = [
    ...screenKeys().map((kind) => of[kind]),
    {
      name: t('everywhere'),
      keys: [
        [[mod, 'K'], t('search')],
        [['?'], t('this_help')],
      ],
    },
    {
      name: t('forms'),
      keys: [
        [[mod, 'Enter'], t('save')],
        [['Esc'], t('leave')],
      ],
    },
  ]
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
