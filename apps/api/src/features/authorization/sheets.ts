import { person } from '@shiloh/contract/authorization'
import { z } from 'zod'
import { dayCell, singleSpaced, wordCell } from '#platform/tables/cells'
import { choiceCell, countryCell } from '#platform/tables/choices'
import { cell, declareSheet } from '#platform/tables/sheets'

const text = (max: number) => ({ read: z.string().transform(singleSpaced).pipe(z.string().max(max)).optional() })
const PLACE = 'named by the column of its level'
const PROGRESS = 'follows from the other fields'
const SIGN_IN = 'how a person signs in is their own affair'

/** People as church offices keep them in lists. What a cell means is decided for the whole row (people-import.ts). */
export const userSheet = declareSheet({
  resource: 'users',
  name: 'users',
  item: person,
  neededUnless: { first_name: ['other_names'] },
  columns: {
    staff_id: text(60),
    user_type: { write: (row: { readonly user_type: string }) => wordCell(row.user_type) },
    status: { write: (row: { readonly status: string }) => wordCell(row.status) },
    title: text(80),
    first_name: { ...text(80), aliases: ['given name', 'firstname'] },
    other_names: text(120),
    last_name: { ...cell.name(80), aliases: ['surname', 'family name', 'lastname'] },
    gender: {
      choices: choiceCell.gender.choices,
      read: choiceCell.gender.read.optional(),
      aliases: ['sex'],
      write: (row: { readonly gender: string | null }) => wordCell(row.gender),
    },
    birth_date: {
      ...text(20),
      aliases: ['date of birth', 'dob'],
      write: (row: { readonly birth_date: string | null }) => dayCell(row.birth_date),
    },
    phone: { ...text(60), aliases: ['telephone', 'mobile'] },
    email: {
      read: z
        .string()
        .toLowerCase()
        .pipe(z.email({ error: 'email' }))
        .optional(),
      aliases: ['e-mail'],
    },
    country: {
      read: countryCell.optional(),
      write: (row: { readonly country_code: string }) => row.country_code,
    },
    language: {
      choices: choiceCell.language.choices,
      read: choiceCell.language.read.optional(),
      write: (row: { readonly language: string }) => wordCell(row.language),
    },
    is_not_member: { ...choiceCell.flag, read: choiceCell.flag.read.optional() },
    designation: text(80),
    region: text(160),
    area: text(160),
    district: text(160),
    assembly: text(160),
    titles_confirmed: {
      ...choiceCell.flag,
      read: choiceCell.flag.read.optional(),
      write: (row: { readonly title_waits: boolean; readonly designation_waits: boolean }) =>
        !row.title_waits && !row.designation_waits,
      template: false,
    },
    created_at: cell.exported,
  },
  notExported: {
    _id: 'people are found by staff number, address or telephone',
    name: 'first_name, other_names and last_name',
    industry: 'a detail that members keep themselves',
    avatar_url: 'a picture is uploaded by itself',
    meta: SIGN_IN,
    has_completed_basic_requirement: PROGRESS,
    has_completed_additional_requirement: PROGRESS,
    region_id: PLACE,
    area_id: PLACE,
    district_id: PLACE,
    assembly_id: PLACE,
    title_id: 'named by title',
    designation_id: 'named by designation',
    waiting_for_confirmation: 'in the column titles_confirmed',
    mfa_methods: SIGN_IN,
    has_password: SIGN_IN,
    erased_at: 'nothing can be done with an erased account',
    last_login_at: SIGN_IN,
    updated_at: 'the server sets it',
  },
})
