/*
 * The table of options for people: as Markdown and as a sample file.
 */
#include <string.h>

#include "base/bug.h"
#include "config/options.h"

static const char *scope_prefix(enum nj_config_scope scope)
{
    switch (scope) {
    case NJ_CONFIG_IN_ROOT:
        return "";
    case NJ_CONFIG_IN_PACING:
        return "pacing.";
    case NJ_CONFIG_IN_GATEWAY:
        return "gateways[].";
    }
    NJ_UNREACHABLE();
}

static void add_choices(const struct nj_config_option *o, struct nj_str *out)
{
    for (int i = 0; o->choices[i] != NULL; i++)
        nj_str_addf(out, "%s`%s`", i == 0 ? "" : ", ", o->choices[i]);
}

static void add_type(const struct nj_config_option *o, struct nj_str *out)
{
    long long lo = o->lo;
    long long hi = o->hi;

    switch (o->type) {
    case NJ_CONFIG_TEXT:
        nj_str_addf(out, "text, at most %zu bytes", o->cap - 1);
        break;
    case NJ_CONFIG_NUMBER:
        nj_str_addf(out, "whole number, %lld to %lld", lo, hi);
        break;
    case NJ_CONFIG_RANGE:
        nj_str_addf(out, "two whole numbers, %lld to %lld", lo, hi);
        break;
    case NJ_CONFIG_CHOICE:
        add_choices(o, out);
        break;
    case NJ_CONFIG_GROUP:
        nj_str_puts(out, "object");
        break;
    case NJ_CONFIG_LIST:
        nj_str_addf(out, "list of objects, at most %lld", hi);
        break;
    case NJ_CONFIG_TEXTS:
        nj_str_addf(out, "list of texts, at most %lld", hi);
        break;
    }
}

static void add_default(const struct nj_config_option *o, struct nj_str *out)
{
    if (o->fallback == NULL || (o->lo == 1 && o->fallback[0] == '\0'))
        nj_str_puts(out, "must be given");
    else if (o->type == NJ_CONFIG_LIST)
        nj_str_puts(out, o->fallback);
    else if (o->fallback[0] != '\0')
        nj_str_addf(out, "`%s`", o->fallback);
    else if (o->type == NJ_CONFIG_TEXT)
        nj_str_puts(out, "empty");
}

void nj_config_markdown(struct nj_str *out)
{
    nj_str_puts(out, "| Option | Value | Default | Meaning |\n"
                     "|---|---|---|---|\n");
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        nj_str_addf(out, "| `%s%s` | ", scope_prefix(o->scope), o->name);
        add_type(o, out);
        nj_str_puts(out, " | ");
        add_default(o, out);
        nj_str_addf(out, " | %s |\n", o->help);
    }
}

/* --- the sample --- */

/* Our own words: nothing in them needs an escape. */
static void add_value(const struct nj_config_option *o, int kind,
                      struct nj_str *out)
{
    const char *sample = kind == NJ_GATEWAY_TELEGRAM ? o->telegram
                         : kind == NJ_GATEWAY_QQBOT  ? o->qqbot
                                                     : o->sample;
    const char *value = sample != NULL ? sample : o->fallback;
    bool quoted = o->type == NJ_CONFIG_TEXT || o->type == NJ_CONFIG_CHOICE;

    NJ_ASSERT(value != NULL);
    nj_str_addf(out, quoted ? "\"%s\"" : "%s", value);
}

static bool has_kind(const struct nj_config_option *o, int kind)
{
    return o->kinds == 0 || (o->kinds & 1u << kind) != 0;
}

/* The simple options of one scope that a kind has; `indent` are the blanks
 * before each. */
static void add_scope(enum nj_config_scope scope, int kind, const char *indent,
                      struct nj_str *out)
{
    const char *comma = "";

    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        if (o->scope != scope || o->type == NJ_CONFIG_GROUP ||
            !has_kind(o, kind))
            continue;
        nj_str_addf(out, "%s\n%s\"%s\": ", comma, indent, o->name);
        add_value(o, kind, out);
        comma = ",";
    }
}

void nj_config_sample(struct nj_str *out)
{
    const char *comma = "";

    nj_str_puts(out, "{");
    for (const struct nj_config_option *o = nj_config_options; o->name != NULL;
         o++) {
        if (o->scope != NJ_CONFIG_IN_ROOT)
            continue;
        nj_str_addf(out, "%s\n  \"%s\": ", comma, o->name);
        comma = ",";
        if (o->type == NJ_CONFIG_GROUP) {
            nj_str_puts(out, "{");
            add_scope(o->inner, NJ_GATEWAY_ONEBOT, "    ", out);
            nj_str_puts(out, "\n  }");
        } else if (o->type == NJ_CONFIG_LIST) {
            nj_str_puts(out, "[\n    {");
            add_scope(o->inner, NJ_GATEWAY_ONEBOT, "      ", out);
            nj_str_puts(out, "\n    },\n    {");
            add_scope(o->inner, NJ_GATEWAY_TELEGRAM, "      ", out);
            nj_str_puts(out, "\n    },\n    {");
            add_scope(o->inner, NJ_GATEWAY_QQBOT, "      ", out);
            nj_str_puts(out, "\n    }\n  ]");
        } else {
            add_value(o, NJ_GATEWAY_ONEBOT, out);
        }
    }
    nj_str_puts(out, "\n}\n");
}
