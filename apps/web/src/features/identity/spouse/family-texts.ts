import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  title: {
    en: 'Children and companions',
    de: 'Kinder und Begleitung',
    fr: 'Enfants et accompagnants',
    pt: 'Crianças e acompanhantes',
  },
  add: {
    en: 'Add child or companion',
    de: 'Kind oder Begleitung hinzufügen',
    fr: 'Ajouter un enfant ou un accompagnant',
    pt: 'Adicionar criança ou acompanhante',
  },
  empty: {
    en: 'No children or companions yet',
    de: 'Noch keine Kinder oder Begleitung',
    fr: 'Aucun enfant ni accompagnant',
    pt: 'Ainda sem crianças nem acompanhantes',
  },
  empty_hint: {
    en: 'Add them once, and take them along when you reserve: each with a price and a ticket of their own.',
    de: 'Tragen Sie sie einmal ein und nehmen Sie sie bei einer Reservierung mit: jede Person mit eigenem Preis und Ticket.',
    fr: 'Ajoutez-les une fois et emmenez-les lors d’une réservation : chacun a son prix et son billet.',
    pt: 'Adicione uma vez e leve-os consigo numa reserva: cada um com o seu preço e bilhete.',
  },
  relation: { en: 'Who is it', de: 'Wer ist es', fr: 'Qui est-ce', pt: 'Quem é' },
  child: { en: 'Child', de: 'Kind', fr: 'Enfant', pt: 'Criança' },
  companion: { en: 'Companion', de: 'Begleitung', fr: 'Accompagnant', pt: 'Acompanhante' },
  age: {
    en: '{age, plural, one {# year} other {# years}} old',
    de: '{age, plural, one {# Jahr} other {# Jahre}} alt',
    fr: '{age, plural, one {# an} other {# ans}}',
    pt: '{age, plural, one {# ano} other {# anos}}',
  },
})
