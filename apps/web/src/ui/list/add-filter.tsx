// biome-ignore lint/style/noRestrictedImports: a button that opens a list is no field of a form
import { Button, Combobox, useCombobox } from '@mantine/core'
import { hasSearchWords, searchKey } from '@shiloh/contract/text/search'
import { IconPlus } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useT, useText } from '#platform/i18n'
import { HANDFUL } from './filter-choices.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { Filter } from './list-types.tsx'

interface AddFilterProps {
  /** The button, which has the focus again when a filter is given up. */
  ref: Ref<HTMLButtonElement>
  /** The filters that are not used yet. */
  filters: readonly Filter[]
  onAdd: (key: string) => void
}

/** The button that adds a filter. More than a handful are narrowed by typing. */
export function AddFilter({ ref, filters, onAdd }: AddFilterProps) {
  const t = useT(texts)
  const text = useText()
  const [typed, setTyped] = useState('')
  const isLong = filters.length > HANDFUL
  const combobox = useCombobox({
    onDropdownOpen: (source) => {
      if (isLong) combobox.focusSearchInput()
      if (source === 'keyboard') combobox.selectFirstOption()
    },
    onDropdownClose: () => {
      setTyped('')
      combobox.resetSelectedOption()
    },
  })
  const found = filters.filter(({ label }) => hasSearchWords(searchKey(text(label)), typed))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        combobox.closeDropdown()
        onAdd(key)
      }}
      width={260}
      position="bottom-start"
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          ref={ref}
          className={classes.addFilter ?? ''}
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={17} />}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          {t('filter')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {isLong ? (
          <Combobox.Search
            value={typed}
            placeholder={t('find_filter')}
            aria-label={t('find_filter')}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
              combobox.selectFirstOption()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              combobox.closeDropdown()
              combobox.focusTarget()
            }}
          />
        ) : null}
        <Combobox.Options className={classes.filterMenu ?? ''} aria-label={t('filter')}>
          {found.map(({ key, label }) => (
            <Combobox.Option key={key} value={key}>
              {text(label)}
            </Combobox.Option>
          ))}
          {found.length > 0 ? null : <Combobox.Empty>{t('nothing_found')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
