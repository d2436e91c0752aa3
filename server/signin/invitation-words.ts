import type { NotificationLocale } from "@/drizzle/schema/values";

/** Texts of the invitation mail, with `{name}` for inserted values. */
const en = {
  subject: "{inviter} invited you to Timeaway",
  greeting: "Hi {name},",
  intro:
    "{inviter} added you to the workspace {workspace} in Timeaway. That’s where you request leave and see who’s away.",
  action: "Choose a password",
  life: "The link works once, for {days} days. After that, you can ask for a new one on the sign-in page.",
  unasked: "If you don’t know {inviter}, you can ignore this email.",
};
export type InvitationWord = keyof typeof en;

const de: typeof en = {
  subject: "{inviter} hat dich zu Timeaway eingeladen",
  greeting: "Hallo {name},",
  intro:
    "{inviter} hat dich in Timeaway zum Workspace {workspace} hinzugefügt. Dort beantragst du Abwesenheiten und siehst, wer weg ist.",
  action: "Passwort wählen",
  life: "Der Link funktioniert einmal und {days} Tage lang. Danach bekommst du auf der Anmeldeseite einen neuen.",
  unasked: "Wenn du {inviter} nicht kennst, kannst du diese E-Mail ignorieren.",
};

const es: typeof en = {
  subject: "{inviter} te ha invitado a Timeaway",
  greeting: "Hola, {name}:",
  intro:
    "{inviter} te ha añadido al espacio de trabajo {workspace} de Timeaway. Ahí solicitas ausencias y ves quién está fuera.",
  action: "Elegir una contraseña",
  life: "El enlace funciona una sola vez, durante {days} días. Después puedes pedir otro en la página de inicio de sesión.",
  unasked: "Si no conoces a {inviter}, puedes ignorar este correo.",
};

const fr: typeof en = {
  subject: "{inviter} vous a invité sur Timeaway",
  greeting: "Bonjour {name},",
  intro:
    "{inviter} vous a ajouté à l’espace de travail {workspace} dans Timeaway. C’est là que vous demandez vos absences et voyez qui est absent.",
  action: "Choisir un mot de passe",
  life: "Le lien fonctionne une seule fois, pendant {days} jours. Ensuite, vous pouvez en demander un autre sur la page de connexion.",
  unasked: "Si vous ne connaissez pas {inviter}, vous pouvez ignorer cet e-mail.",
};

const pt: typeof en = {
  subject: "{inviter} convidou você para o Timeaway",
  greeting: "Olá, {name},",
  intro:
    "{inviter} adicionou você ao espaço de trabalho {workspace} no Timeaway. É lá que você pede ausências e vê quem está fora.",
  action: "Escolher uma senha",
  life: "O link funciona uma única vez, por {days} dias. Depois disso, você pode pedir outro na página de login.",
  unasked: "Se você não conhece {inviter}, pode ignorar este e-mail.",
};

export const invitationWords: Record<NotificationLocale, typeof en> = { en, de, es, fr, pt };
