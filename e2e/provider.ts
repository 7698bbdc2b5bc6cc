/** Who manages all restaurants of a journey's server; the demonstration has nobody of that kind. */
export const PROVIDER = { username: 'sam@provider.example', password: 'a wide horizon' };
