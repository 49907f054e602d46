/*
 * Errors in the language of who runs the program.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/said.h"
#include "kit/nj_test.h"

static void says(const char *lang, const char *english, const char *want)
{
    struct nj_str said = NJ_STR_INIT(4096);

    assert_int_equal(setenv("LC_ALL", lang, 1), 0);
    nj_said(english, &said);
    if (strcmp(said.p, want) != 0)
        fail_msg("%s: '%s' is '%s' instead of '%s'", lang, english, said.p,
                 want);
    nj_str_fini(&said);
}

static void an_error_is_said_in_the_language_of_who_asks(void **state)
{
    static const char line[] = "no command 'dance'; see nightjar --help";

    NJ_UNUSED(state);
    says("zh_CN.UTF-8", line, "没有「dance」这个命令；看 nightjar --help");
    says("zh_TW.UTF-8", line, "沒有「dance」這個指令；看 nightjar --help");
    says("en_GB.UTF-8", line, line);
    says("C", line, line);
}

/* "place: sentence", however many places; a part that is no text of ours stays,
 * and one that stands within another is said, too. */
static void each_part_is_said_by_itself(void **state)
{
    NJ_UNUSED(state);
    says("zh_CN.UTF-8", "a.json: gateways[0].url: 'url' or 'listen' is missing",
         "a.json: gateways[0].url: url 和 listen 要写一个");
    says("zh_CN.UTF-8",
         "gateway 'qq': environment variable 'T': the token is "
         "empty",
         "网关「qq」: 环境变量「T」: 令牌是空的");
    says("zh_CN.UTF-8", "cannot open 'x': No such file or directory",
         "打不开「x」：没有这个文件或目录");
    says("zh_CN.UTF-8",
         "database 'n.db' is damaged: restore a backup (malformed, code 11)",
         "数据库「n.db」坏了：用备份恢复（malformed，代码 11）");
    says("zh_CN.UTF-8",
         "c.json: databse: unknown option; the nearest known one "
         "is 'database' (and 5 more)",
         "c.json: databse: 没有这个选项；最接近的是「database」（另有 5 处）");
    says("zh_CN.UTF-8", "what nobody has written", "what nobody has written");
    says("zh_CN.UTF-8", "", "");
    says("zh_CN.UTF-8", ": ", ": ");
}

/* What a path is called is not said in any language. */
static void names_stay_what_they_are(void **state)
{
    NJ_UNUSED(state);
    says("zh_CN.UTF-8", "cannot open 'a': 'b'", "打不开「a」：'b'");
    says("zh_CN.UTF-8", "cannot open '{{path}}'", "打不开「{{path}}」");
    says("zh_CN.UTF-8", "'--as %s{{x}}': a seat from 1 to 3, or all",
         "「--as %s{{x}}」：1 到 3 里的一席，或者 all");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_said_in_the_language_of_who_asks),
        cmocka_unit_test(each_part_is_said_by_itself),
        cmocka_unit_test(names_stay_what_they_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
